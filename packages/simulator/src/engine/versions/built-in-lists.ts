// The tools, commands, skills and agents that a CLI lists at the start, as recorded with an empty home folder and an
// API key. Plugins and settings would change them.

import type { InitPlugin } from "@unspool/protocol/wire";
import type { VersionQuirks } from "./version-quirks.ts";

const split = (text: string): readonly string[] => text.split(" ").filter((word) => word !== "");

const TOOLS: Readonly<Record<string, readonly string[]>> = {
  "1.0.60": split(
    "Task Bash Glob Grep LS ExitPlanMode Read Edit MultiEdit Write NotebookRead NotebookEdit WebFetch TodoWrite WebSearch",
  ),
  "1.0.88": split(
    "Task Bash Glob Grep LS ExitPlanMode Read Edit MultiEdit Write NotebookEdit WebFetch TodoWrite WebSearch BashOutput KillBash",
  ),
  "1.0.110": split(
    "Task Bash Glob Grep ExitPlanMode Read Edit MultiEdit Write NotebookEdit WebFetch TodoWrite WebSearch BashOutput KillBash",
  ),
  "1.0.128": split(
    "Task Bash Glob Grep ExitPlanMode Read Edit MultiEdit Write NotebookEdit WebFetch TodoWrite WebSearch BashOutput KillShell SlashCommand",
  ),
  "2.0.0": split(
    "Task Bash Glob Grep ExitPlanMode Read Edit Write NotebookEdit WebFetch TodoWrite WebSearch BashOutput KillShell SlashCommand",
  ),
  "2.0.30": split(
    "Task Bash Glob Grep ExitPlanMode Read Edit Write NotebookEdit WebFetch TodoWrite WebSearch BashOutput KillShell Skill SlashCommand",
  ),
  "2.0.76": split(
    "Task TaskOutput Bash Glob Grep ExitPlanMode Read Edit Write NotebookEdit WebFetch TodoWrite WebSearch KillShell AskUserQuestion Skill EnterPlanMode LSP",
  ),
  "2.1.20": split(
    "Task TaskOutput Bash Glob Grep ExitPlanMode Read Edit Write NotebookEdit WebFetch TodoWrite WebSearch TaskStop AskUserQuestion Skill EnterPlanMode ToolSearch",
  ),
  "2.1.74": split(
    "Task TaskOutput Bash Glob Grep ExitPlanMode Read Edit Write NotebookEdit WebFetch TodoWrite WebSearch TaskStop AskUserQuestion Skill EnterPlanMode EnterWorktree ExitWorktree CronCreate CronDelete CronList",
  ),
  "2.1.120": split(
    "Task AskUserQuestion Bash CronCreate CronDelete CronList Edit EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep NotebookEdit Read ScheduleWakeup Skill TaskOutput TaskStop TodoWrite WebFetch WebSearch Write",
  ),
  "2.1.200": split(
    "Task Bash CronCreate CronDelete CronList Edit EnterWorktree ExitWorktree NotebookEdit Read ReportFindings ScheduleWakeup SendMessage Skill TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate WebFetch WebSearch Workflow Write",
  ),
  "2.1.250": split(
    "Task Bash CronCreate CronDelete CronList Edit EnterWorktree ExitWorktree ListAgents NotebookEdit Read ReportFindings ScheduleWakeup SendMessage Skill TaskOutput TaskStop WebFetch WebSearch Workflow Write",
  ),
  "2.1.285": split(
    "Task Bash CronCreate CronDelete CronList Edit EnterWorktree ExitWorktree ListAgents NotebookEdit Read ReportFindings ScheduleWakeup SendMessage Skill TaskStop WebFetch WebSearch Workflow Write",
  ),
  "2.1.312": split(
    "Task Bash CronCreate CronDelete CronList Edit EnterWorktree ExitWorktree ListAgents Monitor NotebookEdit Read ReportFindings ScheduleWakeup SendMessage Skill TaskStop ToolSearch WebFetch WebSearch Workflow Write",
  ),
};

/** 2.1.250 offers the lists of tasks to older models only; 2.1.200 has them for all. */
const TASK_TOOLS: Readonly<Record<string, readonly string[]>> = {
  "1.0.128": [],
  "2.1.250": split("TaskCreate TaskGet TaskList TaskUpdate"),
};

/** Tools of users who are logged in without an API key. */
const SUBSCRIPTION_TOOLS: Readonly<Record<string, readonly string[]>> = {
  "1.0.128": [],
  "2.1.263": ["RemoteTrigger"],
};

/** Offered only with a host to ask; older versions list them always. */
const ASKING_TOOLS: Readonly<Record<string, readonly string[]>> = {
  "1.0.128": [],
  "2.1.200": split("AskUserQuestion EnterPlanMode ExitPlanMode"),
};

const SKILLS: Readonly<Record<string, readonly string[]>> = {
  "1.0.128": [],
  "2.1.74": split("debug simplify batch loop claude-api"),
  "2.1.120": split("update-config debug simplify batch fewer-permission-prompts loop claude-api"),
  "2.1.200": split(
    "deep-research dataviz update-config verify debug code-review simplify batch fewer-permission-prompts loop claude-api run run-skill-generator",
  ),
  "2.1.250": split(
    "deep-research dataviz update-config verify debug code-review simplify batch fewer-permission-prompts doctor loop claude-api workflow-authoring run run-skill-generator",
  ),
  "2.1.285": split(
    "deep-research dataviz update-config verify debug code-review simplify batch fewer-permission-prompts doctor loop claude-api workflow-authoring run run-skill-generator plugin-authoring",
  ),
};

/** Commands that are not skills; the list shows the skills first. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  "1.0.88": split(
    "add-dir agents clear compact config context cost doctor exit help ide init install-github-app mcp memory migrate-installer model output-style output-style:new pr-comments release-notes resume status statusline review security-review upgrade vim permissions hooks export logout login bashes",
  ),
  "1.0.110": split(
    "add-dir agents clear compact config context cost doctor exit help ide init install-github-app mcp memory migrate-installer model output-style output-style:new pr-comments release-notes resume status statusline todos review security-review upgrade vim permissions hooks export logout login bashes",
  ),
  "1.0.128": split("compact context cost init output-style:new pr-comments release-notes todos review security-review"),
  "2.0.30": split("compact context cost init pr-comments release-notes todos review security-review"),
  "2.0.76": split("compact context cost init pr-comments release-notes review security-review"),
  "2.1.74": split("compact context cost heapdump init pr-comments release-notes review security-review insights"),
  "2.1.120": split("clear compact context heapdump init review security-review usage insights team-onboarding"),
  "2.1.200": split(
    "agents clear compact config context heapdump init __remote-workflow reload-skills review security-review usage insights recap goal team-onboarding",
  ),
  "2.1.250": split(
    "agents auto-mode-setup autocompact clear color compact config context effort fast heapdump init mcp model __remote-workflow workflow-launch-exec reload-skills rename security-review usage insights recap goal list-agents team-onboarding",
  ),
  "2.1.285": split(
    "agents auto-mode-setup autocompact clear color compact config output-style context effort fast focus heapdump init mcp model __remote-workflow workflow-launch-exec reload-plugins reload-skills rename security-review usage insights recap goal list-agents team-onboarding",
  ),
};

const AGENTS: Readonly<Record<string, readonly string[]>> = {
  "1.0.128": split("general-purpose statusline-setup output-style-setup"),
  "2.0.30": split("general-purpose statusline-setup Explore Plan"),
  "2.1.20": split("Bash general-purpose statusline-setup Explore Plan"),
  "2.1.74": split("general-purpose statusline-setup Explore Plan"),
  "2.1.120": split("Explore general-purpose Plan statusline-setup"),
  "2.1.200": split("claude Explore general-purpose Plan statusline-setup"),
};

export const TERMINAL_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  "2.1.250": split("doctor color"),
  "2.1.285": split("doctor color focus reload-plugins"),
};

export const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  "2.1.250": split("interrupt_receipt_v1 interrupt_cancel_queued_v1 msg_lifecycle_v1"),
  "2.1.285": split(
    "interrupt_receipt_v1 interrupt_cancel_queued_v1 interrupt_send_now_v1 interrupt_requeue_taken_v1 msg_lifecycle_v1 request_marker_lists_v1 ask_user_question_unanswered_v1 lifecycle_wakeup_source_v1 sdk_mcp_tools_list_changed sdk_mcp_manifests mcp_read_resource_v1 mcp_tool_ui_meta_v1 ui_surface_v1 mcp_call_result_not_for_model_v1 mcp_call_check_permissions_v1 voice_call_talk_line_v1 withdrawn_files_note_v2 ui_pane_widget_v1 reload_plugins_refuse_if_busy_v1",
  ),
};

const PLUGIN_NAMES: Readonly<Record<string, readonly string[]>> = {
  "1.0.128": [],
  "2.1.285": split("cc-plugin-agents-md cc-plugin-privacy cc-plugin-plugin-authoring"),
};

/** The facts about a session that decide which tools it lists. */
interface ToolSelection {
  readonly model: string;
  readonly apiKeySource: string;
  /** Tools beside the built-in ones. */
  readonly tools: readonly string[];
  readonly asksHost?: boolean;
  readonly offeredTools?: readonly string[];
  readonly disallowedTools?: readonly string[];
}

/** Lists the tools of `system/init`. 2.1.120 sorts them, with `Task` first and the tools of MCP servers last. */
export function listTools(quirks: VersionQuirks, session: ToolSelection): readonly string[] {
  const asking = session.asksHost === true ? quirks.choose(ASKING_TOOLS) : [];
  const [first, ...rest] = quirks.choose(TOOLS);
  const tasks = isNew(session.model) ? [] : quirks.choose(TASK_TOOLS);
  const subscribed = session.apiKeySource === "none" ? quirks.choose(SUBSCRIPTION_TOOLS) : [];
  const own = [...rest, ...asking, ...tasks, ...subscribed, ...session.tools.filter((name) => !isMcp(name))];
  const order = quirks.choose<(names: readonly string[]) => readonly string[]>({
    "1.0.128": (names) => names,
    "2.1.120": (names) => names.toSorted(),
  });
  const all = [first as string, ...order(own), ...order(session.tools.filter(isMcp))];
  const added = new Set(session.tools);
  return all
    .filter((name) => added.has(name) || isNamed(session.offeredTools, name))
    .filter((name) => session.disallowedTools?.includes(name) !== true);
}

/** Whether a list names a tool. The tool that starts agents is listed by its old name and accepted by both. */
function isNamed(names: readonly string[] | undefined, name: string): boolean {
  return names === undefined || names.includes(name) || (name === "Task" && names.includes("Agent"));
}

/** Whether a model is new. Measured: the 5 line and `claude-opus-4-8` are, `claude-sonnet-4-5` is not. */
function isNew(model: string): boolean {
  return /^claude-[a-z]+-(?:5|4-8)(?!\d)/.test(model);
}

function isMcp(name: string): boolean {
  return name.startsWith("mcp__");
}

export function listCommands(quirks: VersionQuirks): readonly string[] {
  return [...listSkills(quirks), ...quirks.choose(COMMANDS)];
}

export function listSkills(quirks: VersionQuirks): readonly string[] {
  return quirks.choose(SKILLS);
}

/** Lists the built-in agents, then the host's. */
export function listAgents(quirks: VersionQuirks, added: readonly string[]): readonly string[] {
  const own = quirks.choose(AGENTS);
  return [...own, ...added.filter((name) => !own.includes(name))];
}

export function listPlugins(quirks: VersionQuirks): readonly InitPlugin[] {
  return quirks.choose(PLUGIN_NAMES).map((name) => ({ name, path: "builtin", source: `${name}@builtin` }));
}

export function listOutputStyles(quirks: VersionQuirks): readonly string[] {
  return quirks.choose({
    "1.0.128": ["default", "Explanatory", "Learning"],
    "2.1.200": ["default", "Proactive", "Explanatory", "Learning"],
    "2.1.250": ["default", "Proactive", "Concise", "Explanatory", "Learning"],
  });
}

const ALIASES: Readonly<Record<string, readonly string[]>> = {
  loop: ["proactive"],
  clear: ["reset", "new"],
  config: ["settings"],
  usage: ["cost", "stats"],
};

const NEW_ALIASES: Readonly<Record<string, readonly string[]>> = {
  ...ALIASES,
  "code-review": ["review"],
  doctor: ["checkup"],
  rename: ["name"],
  "list-agents": ["peers"],
};

export function getCommandAliases(quirks: VersionQuirks, name: string): readonly string[] | undefined {
  return quirks.choose<Readonly<Record<string, readonly string[]>>>({
    "1.0.128": {},
    "2.1.120": ALIASES,
    "2.1.250": NEW_ALIASES,
  })[name];
}

const AGENT_MODELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "1.0.128": { "statusline-setup": "sonnet", Explore: "haiku" },
  "2.1.200": { "statusline-setup": "sonnet" },
  "2.1.285": { "statusline-setup": "sonnet", Explore: "inherit", Plan: "inherit" },
};

/** Returns the model of a built-in agent that does not take the session's. */
export function getAgentModel(quirks: VersionQuirks, name: string): string | undefined {
  return quirks.choose(AGENT_MODELS)[name];
}
