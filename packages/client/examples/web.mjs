// A turn as a response, for every framework that has Request and Response.
import { claude } from "@unspool/client";

/** @param {Request} request */
async function handle(request) {
  // A reader that leaves does not stop the turn; the request's signal does.
  return claude.ask(await request.text(), { signal: request.signal }).toResponse();
}

const response = await handle(new Request("http://localhost/ask", { method: "POST", body: "Say hello" }));
for (const message of (await response.text()).trimEnd().split("\n\n")) {
  const { event, data = "" } = Object.fromEntries(message.split("\n").map((line) => line.split(/: (.*)/)));
  if (event === "result") console.log(JSON.parse(data).text);
}
