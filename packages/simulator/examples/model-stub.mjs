// A stand-in Messages API plays a scenario to programs that call the API, and to the real CLI.
import { startModelStub } from "@unspool/simulator";

const stub = await startModelStub({ turns: [{ replies: [[{ thinking: "A greeting." }, { text: "Hello." }]] }] });
const response = await fetch(`${stub.url}/v1/messages`, {
  method: "POST",
  body: JSON.stringify({ model: "claude-test", max_tokens: 100, messages: [{ role: "user", content: "Hi!" }] }),
});
console.log(JSON.parse(await response.text()).content.at(-1));
console.log("for a real CLI:", Object.keys(stub.env()));
console.log(
  "served:",
  stub.served.map((answer) => `${answer.blocks.length} blocks, ${answer.reach}`),
);
await stub.close();
