// Tests a program that starts `claude`: a fake one is first on its PATH.
import { spawnSync } from "node:child_process";
import { eventsOf, fakeClaude } from "@unspool/simulator/testing";

const claude = fakeClaude({ scenario: { turns: [{ prompt: { contains: "tests" }, replies: ["All green."] }] } });
const args = ["-p", "Run the tests", "--output-format", "stream-json", "--verbose"];
const { stdout } = spawnSync("claude", args, { env: claude.env });

for (const event of eventsOf(stdout)) if (event.type === "text-end") console.log(event.messageId, event.text);
console.log("started with", claude.calls()[0]?.args.slice(0, 2));
claude.cleanup();
