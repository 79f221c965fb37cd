// The keys of the permission prompt, without a terminal.
import type { PermissionAnswer, PermissionRequest } from "@unspool/client";
import type { JsonObject, PermissionUpdate } from "@unspool/protocol";
import { describe, expect, it } from "vitest";
import { createApprovalPrompt, type ApprovalDecision, type ApprovalPrompt } from "../../src/approval/prompt.ts";
import { createPainter } from "../../src/terminal/style.ts";

const paint = createPainter(false);
const RULE: PermissionUpdate = {
  type: "addRules",
  rules: [{ toolName: "Bash", ruleContent: "git push:*" }],
  behavior: "allow",
  destination: "localSettings",
};
const MODE: PermissionUpdate = { type: "setMode", mode: "acceptEdits", destination: "session" };

function promptOf(input: JsonObject, suggestions: readonly PermissionUpdate[] = []): ApprovalPrompt {
  const request = {
    requestId: "r1",
    toolName: "Bash",
    input,
    toolUseId: undefined,
    agent: null,
    reason: undefined,
    suggestions,
    signal: new AbortController().signal,
    allow: (changed = input): PermissionAnswer => ({ behavior: "allow", updatedInput: changed }),
    alwaysAllow: ({ updates = [] } = {}): PermissionAnswer => ({ behavior: "allow", updatedPermissions: updates }),
    deny: (message = ""): PermissionAnswer => ({ behavior: "deny", message }),
  } satisfies Partial<PermissionRequest> as Partial<PermissionRequest> as PermissionRequest;
  return createApprovalPrompt(request, { folder: "/home/ada" });
}

const screen = (prompt: ApprovalPrompt, width = 78, rows = 20): string =>
  prompt.draw(width, rows).map(paint).join("\n");
const type = (prompt: ApprovalPrompt, text: string): ApprovalDecision | undefined => {
  let decision: ApprovalDecision | undefined;
  for (const character of text) decision = prompt.press({ name: character, text: character });
  return decision;
};
const long = { command: Array.from({ length: 50 }, (_, place) => `echo ${place}`).join("\n") };

describe("the prompt for approval", () => {
  it.each([4, 10])("shows what always covers before allowing it, on %i lines of 20 columns", (rows) => {
    const prompt = promptOf({ command: "git push" }, [MODE, RULE]);
    screen(prompt, 20, rows);
    expect(type(prompt, "a")).toBeUndefined();
    expect(screen(prompt, 20, rows)).toContain("settings");
    expect(type(prompt, "a")).toMatchObject({ answer: { behavior: "allow" } });
  });

  it("shows what always covers and sends exactly that", () => {
    const prompt = promptOf({ command: "git push" }, [MODE, RULE]);
    expect(screen(prompt)).toContain("a always: Bash(git push:*) in this project's local settings");
    expect(type(prompt, "a")).toEqual({
      answer: { behavior: "allow", updatedPermissions: [RULE] },
      text: "allowed, and from now on: Bash(git push:*) in this project's local settings",
    });
  });

  it("offers no always if the CLI suggests nothing", () => {
    const prompt = promptOf({ command: "git push" });
    expect(screen(prompt)).not.toContain("always");
    expect(type(prompt, "a")).toBeUndefined();
  });

  it("denies with a typed reason and goes back on Escape", () => {
    const prompt = promptOf({ command: "git push" });
    type(prompt, "ry");
    expect(prompt.isTyping).toBe(true);
    expect(screen(prompt)).toContain("? Why not? Enter denies with this text, Escape goes back");
    prompt.press({ name: "escape" });
    expect(prompt.isTyping).toBe(false);
    type(prompt, "rno network");
    expect(prompt.below(40)[0]).toContain("› no network");
    expect(prompt.press({ name: "return", text: "\r" })).toEqual({
      answer: { behavior: "deny", message: "The person does not want this: no network" },
      text: "not allowed: no network",
    });
  });

  it("ignores pasted text and other keys", () => {
    const prompt = promptOf({ command: "git push" }, [RULE]);
    expect(prompt.press({ text: "yes, and always", isPasted: true })).toBeUndefined();
    expect(prompt.press({ name: "y", text: "y", ctrl: true })).toBeUndefined();
    expect(prompt.press({ name: "return", text: "\r" })).toBeUndefined();
    expect(type(prompt, "y")?.text).toBe("allowed");
  });

  it("shows before and after the answer how much was hidden", () => {
    const prompt = promptOf(long);
    expect(screen(prompt)).toMatch(/… 3\d lines hidden[\s\S]*echo 49[\s\S]*\? 3\d lines hidden: v shows everything\n/);
    expect(type(prompt, "y")?.text).toMatch(/^allowed, with 3\d lines not shown$/);
  });

  it("shows everything page by page and remembers that it was seen", () => {
    const prompt = promptOf(long);
    screen(prompt);
    type(prompt, "v");
    const pages = [screen(prompt)];
    for (let page = 0; page < 3; page += 1) {
      type(prompt, " ");
      pages.push(screen(prompt));
    }
    for (let line = 0; line < 50; line += 1) expect(pages.join("\n")).toMatch(new RegExp(`echo ${line}$`, "m"));
    expect(pages[0]).toContain("lines 1–18 of 52");
    expect(pages[3]).toContain("of 52");
    prompt.press({ name: "home" });
    expect(screen(prompt)).toContain("? May it run? Bash");
    prompt.press({ name: "escape" });
    expect(screen(prompt)).toContain("lines hidden");
    expect(type(prompt, "y")?.text).toBe("allowed");
  });

  it.each([3, 5, 8, 12])("shows even on %i lines that something is hidden and how to see it", (rows) => {
    const shown = promptOf(long, [RULE]).draw(40, rows).slice(-rows).map(paint).join("\n");
    expect(shown).toMatch(/lines hidden: v shows/);
  });
});
