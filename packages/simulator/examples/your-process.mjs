// Tests the same with a process: a fake `claude` that records its arguments and input.
import { createClaude } from "@unspool/client";
import { fakeClaude } from "@unspool/simulator/testing";

const fake = fakeClaude({ scenario: "greeting", version: "2.1.74" });
const { text } = await createClaude({ executable: fake.path }).ask("Say hello", { model: "opus" });
console.log(text);

const [call] = fake.calls();
console.log(call?.args.includes("opus"));
for (const message of fake.received()) if (message.type === "user") console.log(message.message.content);
fake.cleanup();
