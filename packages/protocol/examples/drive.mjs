// node drive.mjs "your prompt": starts a CLI that listens, asks, answers its questions, and ends it.
import { spawn } from "node:child_process";
import { decode, encode } from "@unspool/protocol";

const flags = "-p --input-format stream-json --output-format stream-json --verbose --permission-prompt-tool stdio";
const claude = spawn("claude", flags.split(" "), { stdio: ["pipe", "pipe", "inherit"] });
claude.stdin.write(encode.initialize("init-1", {}));
claude.stdin.write(encode.user(process.argv[2] ?? "Say hello"));

for await (const event of decode(claude.stdout)) {
  if (event.type === "permission-request") {
    const isHarmless = event.toolName !== "Bash";
    claude.stdin.write(
      isHarmless ? encode.allow(event.requestId, event.input) : encode.deny(event.requestId, "No shell here"),
    );
  } else if (event.type === "turn-end") {
    console.log(event.text);
    claude.stdin.end(); // the CLI leaves when nobody can speak to it any more
  }
}
