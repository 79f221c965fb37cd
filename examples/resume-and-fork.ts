// Resume and fork: continues a conversation in another process and forks it twice.
//
//   npm run example -- resume-and-fork             on the simulator, free
//   npm run example -- resume-and-fork --claude    with your own claude
//
// A resumed session keeps its id. A fork has a new id and leaves the original session unchanged.
import { claude, type TurnResult } from "unspool";

// A first process, which ends with its turn. The CLI stores the conversation under the session id.
const first = await claude.ask("We plan a picnic. Choose a day, and remember it.");
show("first", first);
const { sessionId } = first;
if (sessionId === undefined) throw new Error("The CLI has told no session id, so there is nothing to resume.");

// The same conversation in another process, minutes or weeks later: only the id is needed.
show("resumed", await claude.ask("Which day was it?", { resume: sessionId }));

// Two forks. `fork` with `resume` starts one; a running session has a method for it.
show("fork", await claude.ask("What if it rains?", { resume: sessionId, fork: true }));
const session = claude.session({ resume: sessionId });
await session.ready();
const branch = await session.fork();
show("fork", await branch.ask("What if it is too hot?"));
await branch.close();

// The original session does not contain the forks.
show("resumed", await session.ask("What did we say about the weather?"));
await session.close();

function show(how: string, { sessionId: id = "", text }: TurnResult): void {
  const depth = how === "fork" ? "   └─ " : "";
  console.log(`${`${depth}${how}`.padEnd(13)} ${id.slice(0, 8)}  ${text}`);
}
