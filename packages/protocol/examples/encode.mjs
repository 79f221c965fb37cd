// What to write to the CLI's stdin: each call gives one line, LF included.
import { encode } from "@unspool/protocol";

const lines = [
  encode.initialize("init-1", {}),
  encode.user("What does this show?", { uuid: "6f1c1b1e-0000-4000-8000-000000000001" }),
  encode.user([encode.text("And this?"), encode.image({ url: "https://example.com/screen.png" })]),
  encode.allow("request-7", { command: "ls" }),
  encode.deny("request-8", "Not in this folder"),
  encode.compact("Focus on auth"),
  encode.interrupt("stop-1"),
];
process.stdout.write(lines.join(""));
