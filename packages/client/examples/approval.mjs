// A person decides later: the turn ends before the call runs, and the resumed session asks about it again.
import { claude } from "@unspool/client";

const defer = ["Bash(git push *)"];
const { deferred, sessionId = "" } = await claude.ask("Push the release", {
  permissions: { defer, decide: (request) => request.defer() },
});
console.log("Waiting for approval:", deferred?.name, JSON.stringify(deferred?.input));

// Days later, in any process: somebody has approved this one call.
const approved = deferred?.toolUseId;
const session = claude.session({
  resume: sessionId,
  permissions: { defer, decide: (request) => (request.toolUseId === approved ? request.allow() : request.deny()) },
});
session.onTurn((turn) => {
  void turn.then(({ text }) => {
    console.log(turn.cause, text);
    return session.close();
  });
});
