// Holds the CLI to the permission mode that the host asked for. CLIs choose a mode themselves when they are given none:
// 2.1.285 and 2.1.299 start in `auto`, where `permissions` is never asked. So a host that answers permissions always gets a
// mode, and every mode that the CLI reports is compared with those the host has asked for or agreed to.

import type { Event, Json, JsonObject, PermissionMode } from "@unspool/protocol";
import { asObject, parseObject } from "@unspool/protocol/kit";
import type { CliRequest } from "../control/types.ts";
import { ClaudeError } from "../errors.ts";
import { chooseStartMode } from "../options/start-mode.ts";
import type { SessionOptions } from "../options/options.ts";

/**
 * The modes, from the one that runs the least without asking to the one that runs everything. `dontAsk` runs only what rules allow
 * and denies the rest, so it is below `default`. CLIs since 2.1.200 report `default` as `manual` too.
 */
const BY_WIDTH: readonly string[] = ["plan", "dontAsk", "default", "acceptEdits", "auto", "bypassPermissions"];
const EXIT_TOOL = "ExitPlanMode";

export interface PermissionModeGuard {
  /** The mode for the start of the process and for forks. Undefined if the host chose none. */
  readonly current: PermissionMode | undefined;
  /** The host requests a mode. Settles as `request` does. */
  change<Answer>(mode: Json | undefined, request: () => Promise<Answer>): Promise<Answer>;
  /** Reads the modes that the host agreed to in its answer to a request of the CLI. */
  answered(request: CliRequest, line: string): void;
  /** Returns the error that must end the session if the event reports a mode wider than those asked for. */
  check(event: Event): ClaudeError | undefined;
  /** Does the same for a mode alone. */
  checkMode(reported: Json | undefined): ClaudeError | undefined;
  /**
   * Whether an agent may work in the mode. Files of the project and of the user can give an agent a mode of its own
   * (`permissionMode` in `.claude/agents/x.md`), which no line of the stream reports.
   */
  agreesTo(mode: Json | undefined, agentType: Json | undefined): boolean;
  /** The process is started again with {@link current}. */
  restarted(): void;
}

export function createPermissionModeGuard(options: SessionOptions): PermissionModeGuard {
  let current = chooseStartMode(options);
  /** The mode that the CLI returns to when it leaves plan mode. */
  let beforePlan: PermissionMode = "default";
  /** Whether the model has called `ExitPlanMode` and nobody has denied it. */
  let isLeavingPlan = false;
  const agreed = new Set<PermissionMode>();
  /** Modes that the options give to agents. */
  const agentModes = new Map(
    Object.entries(options.agents ?? {}).map(([name, { permissionMode }]) => [name, permissionMode]),
  );
  /** Requested modes that the CLI has not answered yet. */
  const pending: PermissionMode[] = [];
  const begin = (): void => {
    isLeavingPlan = false;
    agreed.clear();
    if (current !== undefined) agreed.add(current);
  };
  const settle = (mode: PermissionMode): void => {
    if (isPlan(mode) && current !== undefined && !isPlan(current)) beforePlan = current;
    current = mode;
    begin();
  };
  const checkMode = (reported: Json | undefined): ClaudeError | undefined => {
    if (current === undefined || typeof reported !== "string") return undefined;
    if ([...agreed, ...pending].some((mode) => isAtMostAsWide(mode, reported))) return undefined;
    if (!isLeavingPlan || !isAtMostAsWide(beforePlan, reported)) return createMismatchError(current, reported);
    agreed.add(beforePlan);
    return undefined;
  };
  begin();

  return {
    get current() {
      return current;
    },
    async change(mode, request) {
      if (typeof mode !== "string") return request();
      pending.push(mode);
      try {
        const answer = await request();
        settle(mode);
        return answer;
      } catch (error) {
        // The CLI may have changed the mode without answering.
        if (error instanceof ClaudeError && error.code === "request-timeout") agreed.add(mode);
        throw error;
      } finally {
        pending.splice(pending.indexOf(mode), 1);
      }
    },
    answered(request, line) {
      for (const mode of readGrantedModes(request, line)) agreed.add(mode);
      if (request.type !== "permission-request" || request.toolName !== EXIT_TOOL || !isPlan(current)) return;
      if (readAnswer(line)?.["behavior"] === "allow") agreed.add(beforePlan);
      isLeavingPlan = false;
    },
    check(event) {
      // The CLI reports the new mode before the call's result.
      if (event.type === "tool-call-start" && event.name === EXIT_TOOL) isLeavingPlan = isPlan(current);
      return event.type === "session-init" || event.type === "session-status"
        ? checkMode(event.permissionMode)
        : undefined;
    },
    checkMode,
    agreesTo(mode, agentType) {
      const chosen = typeof agentType === "string" ? agentModes.get(agentType) : undefined;
      if (chosen !== undefined && typeof mode === "string" && isAtMostAsWide(chosen, mode)) return true;
      return checkMode(mode) === undefined;
    },
    restarted: begin,
  };
}

function isPlan(mode: PermissionMode | undefined): boolean {
  return mode === "plan";
}

/** Whether a reported mode is at most as wide. An unknown mode counts as the widest if reported, as `default` if requested. */
function isAtMostAsWide(asked: PermissionMode, reported: string): boolean {
  if (asked === reported) return true;
  const width = getWidth(reported);
  return width >= 0 && width <= (getWidth(asked) < 0 ? getWidth("default") : getWidth(asked));
}

function getWidth(mode: string): number {
  return BY_WIDTH.indexOf(mode === "manual" ? "default" : mode);
}

/** Returns the modes that an answer of the host sets: `updatedPermissions` of a permission, or of a `PermissionRequest` hook. */
function readGrantedModes(request: CliRequest, line: string): readonly PermissionMode[] {
  if (!line.includes('"setMode"')) return [];
  const answer = readAnswer(line);
  const source = request.type === "permission-request" ? answer : readDecision(answer);
  if (source?.["behavior"] !== "allow") return [];
  const updates = source["updatedPermissions"];
  if (!Array.isArray(updates)) return [];
  return updates.flatMap((update: Json) => {
    const { type, mode } = asObject(update) ?? {};
    return type === "setMode" && typeof mode === "string" ? [mode] : [];
  });
}

function readAnswer(line: string): JsonObject | undefined {
  return asObject(asObject(parseObject(line)?.["response"])?.["response"]);
}

function readDecision(answer: JsonObject | undefined): JsonObject | undefined {
  return asObject(asObject(answer?.["hookSpecificOutput"])?.["decision"]);
}

function createMismatchError(asked: PermissionMode, reported: string): ClaudeError {
  const message =
    `Claude Code reports the permission mode ${JSON.stringify(reported)}, which is wider than ${JSON.stringify(asked)}, ` +
    `the mode that this session asked for: the session was ended. Set \`permissionMode\` to it if you want that mode; ` +
    "otherwise look for what sets it: managed settings, hooks of the project, or `extraArgs`.";
  return new ClaudeError("permission-mode-mismatch", message, { asked, reported });
}
