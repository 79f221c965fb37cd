#!/usr/bin/env node
// A program in the place of claude that does what no real one does, by the mode in UNSPOOL_HOSTILE.
import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";

const mode = process.env.UNSPOOL_HOSTILE;
const say = (value) => process.stdout.write(`${typeof value === "string" ? value : JSON.stringify(value)}\n`);
const stay = () => setInterval(() => undefined, 1000);
const session_id = "5c57a276-0000-4000-8000-000000000000";
const result = {
  type: "result",
  subtype: "success",
  is_error: false,
  result: "done",
  session_id,
  total_cost_usd: 0,
  usage: {},
  num_turns: 1,
  duration_ms: 1,
  uuid: "r",
};
const permission = (request_id, input = {}) => ({
  type: "control_request",
  request_id,
  request: { subtype: "can_use_tool", tool_name: "Bash", input },
});

/** Answers `initialize` and then leaves the rest to the mode. */
function converse({ onPrompt = () => undefined, onAnswer = () => undefined, onRequest } = {}) {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const message = JSON.parse(line);
    if (message.type === "control_request") {
      const { request_id } = message;
      if (message.request.subtype !== "initialize" && onRequest !== undefined) onRequest(message);
      else
        say({
          type: "control_response",
          response: { subtype: "success", request_id, response: { commands: [], models: [] } },
        });
    } else if (message.type === "control_response") onAnswer(message);
    else if (message.type === "user") onPrompt(message);
  });
  process.stdin.on("end", () => process.exit(0));
}
const init = (more = {}) =>
  say({ type: "system", subtype: "init", session_id, cwd: "/", model: "m", tools: [], mcp_servers: [], ...more });

const modes = {
  rubbish() {
    for (let line = 0; line < 2000; line += 1) say(`\u0000\u001B[2J{"type":${line}}}]\uFFFF${"x".repeat(line)}`);
    process.stdout.write(Buffer.from([0xff, 0xfe, 0x80, 0x0a, 0xc3]), () => process.exit(0));
  },
  "no-initialize": stay,
  // Would run a call without a question, and does not end when it is told to.
  "wider-mode"() {
    process.on("SIGTERM", () => undefined);
    converse({
      onPrompt() {
        init({ permissionMode: "auto" });
        setTimeout(() => writeFileSync(process.env.UNSPOOL_NOTE, "ran"), 1000);
      },
    });
  },
  "exit-at-once": () => process.exit(0),
  "exit-with-code": () => process.exit(7),
  "dies-by-signal": () => process.kill(process.pid, "SIGSEGV"),
  "closes-stdout"() {
    process.stdout.destroy();
    stay();
  },
  /** Asks for ever, reads nothing, and is as loud as the pipe lets it. */
  "asks-for-ever"() {
    const input = { command: "x".repeat(1 << 20) };
    let asked = 0;
    const more = () => {
      while (process.stdout.write(`${JSON.stringify(permission(`p${asked++}`, input))}\n`));
      process.stdout.once("drain", more);
    };
    more();
  },
  /** Never tells whose turn it is: a task that nobody started has ended, a turn begins, and another agent speaks for ever. */
  "endless-undecided"() {
    const agent = { type: "assistant", session_id, parent_tool_use_id: "toolu_nobody" };
    const noise = (id) => ({
      ...agent,
      message: { id, role: "assistant", model: "m", content: [{ type: "text", text: "x".repeat(1 << 16) }] },
    });
    let said = 0;
    const more = () => {
      while (process.stdout.write(`${JSON.stringify(noise(`m${said++}`))}\n`));
      process.stdout.once("drain", more);
    };
    converse({
      onPrompt() {
        say({
          type: "system",
          subtype: "task_notification",
          session_id,
          task_id: "t",
          status: "completed",
          summary: "",
        });
        init();
        more();
      },
    });
  },
  /** Asks for ever, and reads every answer: none comes from a host that takes its time. */
  "asks-and-asks"() {
    const input = { command: process.env.UNSPOOL_NOTE.endsWith("large") ? "x".repeat(1 << 20) : "x" };
    let asked = 0;
    const more = () => {
      while (process.stdout.write(`${JSON.stringify(permission(`p${asked++}`, input))}\n`));
      process.stdout.once("drain", more);
    };
    converse({ onPrompt: () => (init(), more()) });
  },
  /** Says much, and only then reads what was written meanwhile. */
  "reads-late"() {
    init();
    for (let asked = 0; asked < 40; asked += 1) say(permission(`p${asked}`, { command: "x".repeat(1 << 20) }));
    let answers = 0;
    converse({ onAnswer: () => (++answers === 40 ? say({ ...result, result: `answered ${answers}` }) : undefined) });
  },
  "closes-stdin"() {
    process.stdin.destroy();
    stay();
  },
  "stderr-flood"() {
    const noise = Buffer.alloc(1 << 20, "error \u001B[31m\n");
    let left = 100;
    const more = () => (left-- > 0 ? process.stderr.write(noise, more) : undefined);
    more();
    converse({ onPrompt: () => (init(), say(result)) });
  },
  "10000-permissions"() {
    let answered = 0;
    converse({
      onPrompt() {
        init();
        for (let place = 0; place < 10_000; place += 1) say(permission(`p${place}`, { command: String(place) }));
      },
      onAnswer() {
        answered += 1;
        if (answered === 10_000) say({ ...result, result: `answered ${answered}` });
      },
    });
  },
  "same-request-ids"() {
    let answered = 0;
    converse({
      onPrompt() {
        init();
        for (let place = 0; place < 50; place += 1) say(permission("same", { command: String(place) }));
        say({ type: "control_cancel_request", request_id: "never-asked" });
        say(permission("last"));
      },
      onAnswer({ response }) {
        answered += 1;
        if (response.request_id === "last") say({ ...result, result: `answered ${answered}` });
      },
    });
  },
  "unknown-answers"() {
    for (const request_id of ["nobody", "unspool-99", "__proto__", "constructor", "", 7, null, {}]) {
      say({ type: "control_response", response: { subtype: "success", request_id, response: {} } });
      say({ type: "control_response", response: { subtype: "error", request_id, error: "no" } });
    }
    say({ type: "control_response" });
    say({ type: "control_response", response: null });
    converse({ onPrompt: () => (init(), say(result)) });
  },
  "odd-requests"() {
    let answered = 0;
    converse({
      onPrompt() {
        init();
        const request = (request_id, fields) => say({ type: "control_request", request_id, request: fields });
        request("a", { subtype: "hook_callback", callback_id: "nobody", input: null });
        request("b", {
          subtype: "mcp_message",
          server_name: "__proto__",
          message: { jsonrpc: "2.0", id: 1, method: "x" },
        });
        request("c", { subtype: "constructor" });
        request("d", { subtype: "elicitation" });
        request("e", {});
        request("__proto__", { subtype: "can_use_tool" });
        request("f", { subtype: "can_use_tool", tool_name: {}, input: 3 });
        request("g", null);
        say({ type: "control_request" });
      },
      onAnswer() {
        answered += 1;
        if (answered === 5) say(result);
      },
    });
  },
  "refuses-all"() {
    converse({
      onRequest: ({ request_id }) =>
        say({ type: "control_response", response: { subtype: "error", request_id, error: "\u001B[31mno" } }),
      onPrompt: () => (init(), say(result)),
    });
  },
  "results-without-prompts"() {
    for (let place = 0; place < 100; place += 1) say({ ...result, session_id: `s${place}`, result: `early ${place}` });
    converse({ onPrompt: () => (init(), say({ ...result, result: "mine" })) });
  },
  /** As if it opened a session with every line. */
  "many-sessions": () =>
    converse({
      onPrompt() {
        for (let place = 0; place < 5000; place += 1) init({ session_id: `${process.pid}-${place}` });
      },
    }),
  "result-twice": () => converse({ onPrompt: () => (init(), say(result), say(result), say(result)) }),
  "never-ends-a-turn": () => converse({ onPrompt: () => init() }),
  "line-without-end"() {
    converse({
      onPrompt() {
        init();
        process.stdout.write('{"type":"assistant","x":"');
        const piece = "y".repeat(1 << 20);
        let left = 80;
        const more = () =>
          left-- > 0 ? process.stdout.write(piece, more) : process.stdout.write('"}\n', () => say(result));
        more();
      },
    });
  },
  "ignores-signals"() {
    for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => undefined);
    stay();
  },
  "never-reads": () => stay(),
  grandchildren() {
    const script = `process.on("SIGTERM",()=>{});setInterval(()=>process.stdout.write("noise\\n"),50)`;
    for (let place = 0; place < 3; place += 1) spawn(process.execPath, ["-e", script], { stdio: "inherit" });
    converse({ onPrompt: () => (init(), say(result), setTimeout(() => process.exit(0), 50)) });
  },
  "detached-grandchild"() {
    const script = `setTimeout(()=>process.exit(),8000);setInterval(()=>process.stdout.write("noise\\n"),50)`;
    spawn(process.execPath, ["-e", script], { stdio: "inherit", detached: true }).unref();
    converse({ onPrompt: () => (init(), say(result), setTimeout(() => process.exit(0), 50)) });
  },
};

if (process.argv.includes("--version")) console.log("2.1.325 (Claude Code)");
else modes[mode]();
