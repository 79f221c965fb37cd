// Rules about the arguments of a command.
import { describe, expect, it } from "vitest";
import { compileRules } from "../../../../src/control/permissions/permission-rules.ts";

describe("rules about arguments", () => {
  it.each([
    ["Bash(git push *)", "git -C sub push", true],
    ["Bash(git push *)", "git --no-pager -c a=b push origin", true],
    ["Bash(git push *)", "git   push", true],
    ["Bash(git push *)", "git $sub origin", true],
    ["Bash(git push *)", 'git "$sub" origin', true],
    ["Bash(git push *)", "git p{ush,x}", true],
    ["Bash(git push *)", `git ${"-c a.b=c ".repeat(15)}push`, true],
    ["Bash(git push *)", "git -c alias.z=push z", true],
    ["Bash(git push *)", "git config alias.z 'push --force'", true],
    ["Bash(git push --force*)", 'git "${!x}"', true],
    ["Bash(git push *)", 'git pull "$x"', false],
    ["Bash(git push *)", "git log push", false],
    ["Bash(git push:*)", "cd a && git push", true],
    ["Bash(git push --force*)", "git push origin main", false],
    ["Bash(git push --force*)", "git push --force-with-lease", true],
    ["Bash(git push --force*)", "git -c alias.z=push z --force", true],
    ["Bash(rm -rf *)", "shopt -s expand_aliases\nalias z=rm\nz -rf x", true],
    ["Bash(rm -rf *)", "hash -p /bin/rm z; z -rf x", true],
    ["Bash(rm x)", "$HOME/bin/rm x", true],
    ["Bash(rm x)", "$(pwd)/rm x", true],
    ["Bash(rm x)", "rm $none x", true],
    ["Bash(rm x)", "rm x $none", true],
    ["Bash(rm x)", "find . -exec rm x \\;", true],
    ["Bash(rm x)", "rm y", false],
    ["Bash(rm x)", "$HOME/bin/ls x", false],
    ["Bash(rm -rf *)", "rm -i x", false],
    ["Bash(rm -rf *)", 'rm "-rf" x', true],
    ["Bash(curl * | sh)", "curl https://example.com | sh", true],
    ["Bash(* --force)", "git push --force", true],
    ["Bash(* --force)", "git push", false],
    ["Bash(echo \\*)", "echo '*'", true],
  ])("%s denies %j: %s", (pattern, command, isDenied) => {
    const { kind } = compileRules({ deny: [pattern] }, "/srv/app").rulingOn("Bash", { command });
    expect(kind).toBe(isDenied ? "deny" : "none");
  });

  it("also apply to Monitor, which runs shell commands", () => {
    const rules = compileRules({ deny: ["Bash(rm *)"] }, "/srv/app");
    expect(rules.rulingOn("Monitor", { command: "tail -f x; rm x" })).toMatchObject({ kind: "deny" });
    const allowing = compileRules({ allow: ["Bash(tail *)"] }, "/srv/app");
    expect(allowing.rulingOn("Monitor", { command: "tail -f x" })).toEqual({ kind: "none" });
  });
});
