// Instead of createMockProcess: a `claude` that plays a scenario, in this process and without tokens.
import { say, scenario, spawnSimulated } from "@unspool/simulator";
import { createClaude } from "unspool";

const spawn = spawnSimulated({
  scenario: scenario("greets")
    .turn(say.text("Hello."))
    .turn(say.tool("Bash", { command: "ls" }, "a.txt"), say.text("One file.")),
});
const session = createClaude({ spawn, permissionMode: "bypassPermissions" }).session();
console.log((await session.ask("Hi")).text);
const { text, toolCalls } = await session.ask("What is here?");
console.log(
  text,
  toolCalls.map(({ name, status }) => `${name} ${status}`),
);
await session.close();
