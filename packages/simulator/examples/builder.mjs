// Builds a scenario. Each method returns a new scenario, which is plain data: to play, to compare, to write as JSON.
import { decode, encode } from "@unspool/protocol";
import { say, scenario, simulate } from "@unspool/simulator";

const badDay = scenario("a bad day")
  .turn({ contains: "east" }, say.agent("Look east.", say.text("All quiet.")), say.text("East is done."))
  .turn(say.error(529, { times: 2 }), say.text("After two retries."))
  .turn(say.breaks(1), say.text("Broken, then repeated."), say.usage({ outputTokens: 7 }))
  .else(say.text("I have nothing more to say."))
  .with({ model: "claude-sonnet-5-5", faults: [{ fault: "chunks", bytes: 7 }] });

const claude = simulate({ scenario: badDay, seed: 1 });
const prompts = ["And now?", "And then?", "Bye."];
claude.stdin.write(encode.user("Look east."));
for await (const event of decode(claude.stdout)) {
  if (event.type === "retry" || event.type === "task-end") console.log(event.type, event.status);
  if (event.type !== "turn-end") continue;
  console.log(event.type, event.text);
  const prompt = prompts.shift();
  if (prompt === undefined) claude.stdin.end();
  else claude.stdin.write(encode.user(prompt));
}
