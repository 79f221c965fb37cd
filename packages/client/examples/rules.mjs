// What may run: rules in the CLI's own notation, a callback for the rest, and a hook that looks at every call.
import { claude } from "@unspool/client";

const { text, toolCalls } = await claude.ask("Tidy up", {
  permissions: {
    allow: ["Edit(src/**)", "Bash(git *)", "mcp__unspool__*"],
    deny: ["Bash(rm *)"],
    decide: (request) => (request.toolName === "WebFetch" ? request.allow() : request.deny("Not here.")),
  },
  hooks: {
    PreToolUse: {
      matcher: "Bash|Edit",
      onFailure: "block",
      run: (input) => {
        if (!JSON.stringify(input.tool_input).includes(".env")) return; // Nothing: it goes on.
        return {
          hookSpecificOutput: {
            hookEventName: "PreToolUse",
            permissionDecision: "deny", // or "allow", "ask"
            permissionDecisionReason: "Secrets stay where they are.", // the model reads it
          },
        };
      },
    },
  },
});
for (const call of toolCalls) console.log(call.name, call.status);
console.log(text);
