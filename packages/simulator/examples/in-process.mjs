// A simulated `claude` in this process: the same lines, in virtual time.
import { decode, encode } from "@unspool/protocol";
import { say, scenario, simulate } from "@unspool/simulator";

const claude = simulate({
  scenario: scenario("look around").turn(say.tool("Bash", { command: "ls" }, "a.txt"), say.text("One file.")),
});
claude.stdin.write(encode.user("What is here?"));
claude.stdin.end();
for await (const event of decode(claude.stdout)) {
  if (event.type === "tool-result" || event.type === "turn-end") console.log(event.type, event.text);
}
console.log(await claude.exited);
