// The lists that a CLI shows at the beginning, as the recordings have them. They vary with plugins and settings; these
// are those of an empty home with an API key.

import type { JsonObject } from "../../json.ts";
import type { Manners } from "../manners.ts";
import type { SessionOfLine } from "./lines.ts";

const words = (text: string): readonly string[] => text.split(" ").filter((word) => word !== "");

const TOOLS: Readonly<Record<string, readonly string[]>> = {
  "1.0.60": words(
    "Task Bash Glob Grep LS ExitPlanMode Read Edit MultiEdit Write NotebookRead NotebookEdit WebFetch TodoWrite WebSearch",
  ),
  "1.0.88": words(
    "Task Bash Glob Grep LS ExitPlanMode Read Edit MultiEdit Write NotebookEdit WebFetch TodoWrite WebSearch BashOutput KillBash",
  ),
  "1.0.110": words(
    "Task Bash Glob Grep ExitPlanMode Read Edit MultiEdit Write NotebookEdit WebFetch TodoWrite WebSearch BashOutput KillBash",
  ),
  "1.0.128": words(
    "Task Bash Glob Grep ExitPlanMode Read Edit MultiEdit Write NotebookEdit WebFetch TodoWrite WebSearch BashOutput KillShell SlashCommand",
  ),
  "2.0.0": words(
    "Task Bash Glob Grep ExitPlanMode Read Edit Write NotebookEdit WebFetch TodoWrite WebSearch BashOutput KillShell SlashCommand",
  ),
  "2.0.30": words(
    "Task Bash Glob Grep ExitPlanMode Read Edit Write NotebookEdit WebFetch TodoWrite WebSearch BashOutput KillShell Skill SlashCommand",
  ),
  "2.0.76": words(
    "Task TaskOutput Bash Glob Grep ExitPlanMode Read Edit Write NotebookEdit WebFetch TodoWrite WebSearch KillShell AskUserQuestion Skill EnterPlanMode LSP",
  ),
  "2.1.20": words(
    "Task TaskOutput Bash Glob Grep ExitPlanMode Read Edit Write NotebookEdit WebFetch TodoWrite WebSearch TaskStop AskUserQuestion Skill EnterPlanMode ToolSearch",
  ),
  "2.1.74": words(
    "Task TaskOutput Bash Glob Grep ExitPlanMode Read Edit Write NotebookEdit WebFetch TodoWrite WebSearch TaskStop AskUserQuestion Skill EnterPlanMode EnterWorktree ExitWorktree CronCreate CronDelete CronList",
  ),
  "2.1.120": words(
    "Task AskUserQuestion Bash CronCreate CronDelete CronList Edit EnterPlanMode EnterWorktree ExitPlanMode ExitWorktree Glob Grep NotebookEdit Read ScheduleWakeup Skill TaskOutput TaskStop TodoWrite WebFetch WebSearch Write",
  ),
  "2.1.200": words(
    "Task Bash CronCreate CronDelete CronList Edit EnterWorktree ExitWorktree NotebookEdit Read ReportFindings ScheduleWakeup SendMessage Skill TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate WebFetch WebSearch Workflow Write",
  ),
  "2.1.250": words(
    "Task Bash CronCreate CronDelete CronList Edit EnterWorktree ExitWorktree ListAgents NotebookEdit Read ReportFindings ScheduleWakeup SendMessage Skill TaskOutput TaskStop WebFetch WebSearch Workflow Write",
  ),
  "2.1.285": words(
    "Task Bash CronCreate CronDelete CronList Edit EnterWorktree ExitWorktree ListAgents NotebookEdit Read ReportFindings ScheduleWakeup SendMessage Skill TaskStop WebFetch WebSearch Workflow Write",
  ),
  "2.1.312": words(
    "Task Bash CronCreate CronDelete CronList Edit EnterWorktree ExitWorktree ListAgents Monitor NotebookEdit Read ReportFindings ScheduleWakeup SendMessage Skill TaskStop ToolSearch WebFetch WebSearch Workflow Write",
  ),
};

/** 2.1.250 offers the lists of tasks to older models only; 2.1.200 has them for all. */
const TASK_TOOLS: Readonly<Record<string, readonly string[]>> = {
  "1.0.128": [],
  "2.1.250": words("TaskCreate TaskGet TaskList TaskUpdate"),
};

/** For those who are logged in without an API key. */
const SUBSCRIPTION_TOOLS: Readonly<Record<string, readonly string[]>> = {
  "1.0.128": [],
  "2.1.263": ["RemoteTrigger"],
};

/** Only where somebody can be asked; older versions list them always. */
const ASKING_TOOLS: Readonly<Record<string, readonly string[]>> = {
  "1.0.128": [],
  "2.1.200": words("AskUserQuestion EnterPlanMode ExitPlanMode"),
};

const SKILLS: Readonly<Record<string, readonly string[]>> = {
  "1.0.128": [],
  "2.1.74": words("debug simplify batch loop claude-api"),
  "2.1.120": words("update-config debug simplify batch fewer-permission-prompts loop claude-api"),
  "2.1.200": words(
    "deep-research dataviz update-config verify debug code-review simplify batch fewer-permission-prompts loop claude-api run run-skill-generator",
  ),
  "2.1.250": words(
    "deep-research dataviz update-config verify debug code-review simplify batch fewer-permission-prompts doctor loop claude-api workflow-authoring run run-skill-generator",
  ),
  "2.1.285": words(
    "deep-research dataviz update-config verify debug code-review simplify batch fewer-permission-prompts doctor loop claude-api workflow-authoring run run-skill-generator plugin-authoring",
  ),
};

/** Those that are no skills; the list that is shown begins with the skills. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  "1.0.88": words(
    "add-dir agents clear compact config context cost doctor exit help ide init install-github-app mcp memory migrate-installer model output-style output-style:new pr-comments release-notes resume status statusline review security-review upgrade vim permissions hooks export logout login bashes",
  ),
  "1.0.110": words(
    "add-dir agents clear compact config context cost doctor exit help ide init install-github-app mcp memory migrate-installer model output-style output-style:new pr-comments release-notes resume status statusline todos review security-review upgrade vim permissions hooks export logout login bashes",
  ),
  "1.0.128": words("compact context cost init output-style:new pr-comments release-notes todos review security-review"),
  "2.0.30": words("compact context cost init pr-comments release-notes todos review security-review"),
  "2.0.76": words("compact context cost init pr-comments release-notes review security-review"),
  "2.1.74": words("compact context cost heapdump init pr-comments release-notes review security-review insights"),
  "2.1.120": words("clear compact context heapdump init review security-review usage insights team-onboarding"),
  "2.1.200": words(
    "agents clear compact config context heapdump init __remote-workflow reload-skills review security-review usage insights recap goal team-onboarding",
  ),
  "2.1.250": words(
    "agents auto-mode-setup autocompact clear color compact config context effort fast heapdump init mcp model __remote-workflow workflow-launch-exec reload-skills rename security-review usage insights recap goal list-agents team-onboarding",
  ),
  "2.1.285": words(
    "agents auto-mode-setup autocompact clear color compact config output-style context effort fast focus heapdump init mcp model __remote-workflow workflow-launch-exec reload-plugins reload-skills rename security-review usage insights recap goal list-agents team-onboarding",
  ),
};

const AGENTS: Readonly<Record<string, readonly string[]>> = {
  "1.0.128": words("general-purpose statusline-setup output-style-setup"),
  "2.0.30": words("general-purpose statusline-setup Explore Plan"),
  "2.1.20": words("Bash general-purpose statusline-setup Explore Plan"),
  "2.1.74": words("general-purpose statusline-setup Explore Plan"),
  "2.1.120": words("Explore general-purpose Plan statusline-setup"),
  "2.1.200": words("claude Explore general-purpose Plan statusline-setup"),
};

export const TERMINAL_COMMANDS: Readonly<Record<string, readonly string[]>> = {
  "2.1.250": words("doctor color"),
  "2.1.285": words("doctor color focus reload-plugins"),
};

export const CAPABILITIES: Readonly<Record<string, readonly string[]>> = {
  "2.1.250": words("interrupt_receipt_v1 interrupt_cancel_queued_v1 msg_lifecycle_v1"),
  "2.1.285": words(
    "interrupt_receipt_v1 interrupt_cancel_queued_v1 interrupt_send_now_v1 interrupt_requeue_taken_v1 msg_lifecycle_v1 request_marker_lists_v1 ask_user_question_unanswered_v1 lifecycle_wakeup_source_v1 sdk_mcp_tools_list_changed sdk_mcp_manifests mcp_read_resource_v1 mcp_tool_ui_meta_v1 ui_surface_v1 mcp_call_result_not_for_model_v1 mcp_call_check_permissions_v1 voice_call_talk_line_v1 withdrawn_files_note_v2 ui_pane_widget_v1 reload_plugins_refuse_if_busy_v1",
  ),
};

const PLUGIN_NAMES: Readonly<Record<string, readonly string[]>> = {
  "1.0.128": [],
  "2.1.285": words("cc-plugin-agents-md cc-plugin-privacy cc-plugin-plugin-authoring"),
};

/** The tools of `system/init`. 2.1.120 sorts them, `Task` first and those of MCP servers last. */
export function toolList(manners: Manners, session: SessionOfLine): readonly string[] {
  const asking = session.asksHost === true ? manners.choose(ASKING_TOOLS) : [];
  const [first, ...rest] = manners.choose(TOOLS);
  const tasks = isNew(session.model) ? [] : manners.choose(TASK_TOOLS);
  const subscribed = session.apiKeySource === "none" ? manners.choose(SUBSCRIPTION_TOOLS) : [];
  const own = [...rest, ...asking, ...tasks, ...subscribed, ...session.tools.filter((name) => !isMcp(name))];
  const order = manners.choose<(names: readonly string[]) => readonly string[]>({
    "1.0.128": (names) => names,
    "2.1.120": (names) => names.toSorted(),
  });
  const all = [first as string, ...order(own), ...order(session.tools.filter(isMcp))];
  const added = new Set(session.tools);
  return all
    .filter((name) => added.has(name) || isNamed(session.offeredTools, name))
    .filter((name) => session.disallowedTools?.includes(name) !== true);
}

/** The tool that starts agents is listed by its old name, and known by both. */
function isNamed(names: readonly string[] | undefined, name: string): boolean {
  return names === undefined || names.includes(name) || (name === "Task" && names.includes("Agent"));
}

/** Measured: the 5 line and `claude-opus-4-8` are, `claude-sonnet-4-5` is not. */
function isNew(model: string): boolean {
  return /^claude-[a-z]+-(?:5|4-8)(?!\d)/.test(model);
}

function isMcp(name: string): boolean {
  return name.startsWith("mcp__");
}

export function commandList(manners: Manners): readonly string[] {
  return [...skillList(manners), ...manners.choose(COMMANDS)];
}

export function skillList(manners: Manners): readonly string[] {
  return manners.choose(SKILLS);
}

/** The built-in agents, then the host's. */
export function agentList(manners: Manners, added: readonly string[]): readonly string[] {
  const own = manners.choose(AGENTS);
  return [...own, ...added.filter((name) => !own.includes(name))];
}

export function pluginList(manners: Manners): readonly JsonObject[] {
  return manners.choose(PLUGIN_NAMES).map((name) => ({ name, path: "builtin", source: `${name}@builtin` }));
}
