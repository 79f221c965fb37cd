import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JsonObject } from "@unspool/protocol";
import type { RuleFolders } from "../../../src/control/permissions/path-pattern.ts";
import { compileRule } from "../../../src/control/permissions/permission-pattern.ts";

const places: RuleFolders = { cwd: "/srv/app", home: "/home/me", platform: "linux", realPath: (path) => path };
const allows = (rule: string, tool: string, input: JsonObject, where = places) =>
  compileRule(rule, where).definitelyMatches(tool, input);
const catches = (rule: string, tool: string, input: JsonObject, where = places) =>
  compileRule(rule, where).possiblyMatches(tool, input);
const bash = (rule: string, command: string) => allows(`Bash(${rule})`, "Bash", { command });

describe("a rule by name", () => {
  it.each([
    ["Bash", "Bash", true],
    ["Bash", "BashOutput", false],
    ["Bash(*)", "Bash", true],
    ["*", "Anything", true],
    ["mcp__*", "mcp__db__query", true],
    ["mcp__db__*", "mcp__db__query", true],
    ["mcp__db__*", "mcp__dbx__query", false],
    ["mcp__db", "mcp__db__query", true],
    ["mcp__db", "mcp__dbx__query", false],
    ["mcp__db__query", "mcp__db__query", true],
    ["mcp__db__query", "mcp__db__query_all", false],
  ])("%s matches %s: %s", (rule, tool, fits) => {
    expect(allows(rule, tool, { command: "a && b" })).toBe(fits);
    expect(catches(rule, tool, { command: "a && b" })).toBe(fits);
  });
});

describe("a rule that allows shell commands", () => {
  it.each([
    ["git *", "git status", true],
    ["git *", "git", true],
    ["git *", "gitk", false],
    ["git*", "gitk", true],
    ["git *", " git log ", true],
    ["npm run test:*", "npm run test", true],
    ["npm run test:*", "npm run test -- --watch", true],
    ["npm run test:*", "npm run tests", false],
    ["npm run build", "npm run build", true],
    ["npm run build", "npm run build --all", false],
    ["git * main", "git push origin main", true],
    ["* --version", "node --version", true],
    ["echo \\*", "echo *", true],
    ["echo \\*", "echo x", false],
    ["ls .", "ls a", false],
  ])("%s matches %s: %s", (rule, command, fits) => {
    expect(bash(rule, command)).toBe(fits);
  });

  it.each([
    "git status && rm -rf /",
    "git status; rm -rf /",
    "git status | sh",
    "git status || rm x",
    "git status & rm x",
    "git status\nrm x",
    "git status\r\nrm x",
    "git log $(rm x)",
    "git log `rm x`",
    "git log > /etc/passwd",
    "git log <(rm x)",
    "git log =(rm x)",
    "git log *(e:rm x:)",
    "git log --format='&& harmless'",
  ])("does not allow several commands by one pattern: %s", (command) => {
    expect(bash("git *", command)).toBe(false);
    expect(bash("git:*", command)).toBe(false);
  });

  it("allows exactly its command if it has no wildcard, even a compound one", () => {
    expect(bash("npm ci && npm test", "npm ci && npm test")).toBe(true);
    expect(bash("npm ci && npm test", "npm ci && npm test && rm x")).toBe(false);
  });

  it("does not match a call without a command", () => {
    expect(allows("Bash(git *)", "Bash", {})).toBe(false);
    expect(allows("Bash(git *)", "Read", { command: "git status" })).toBe(false);
  });
});

describe("a rule that denies shell commands", () => {
  it.each([
    "rm -rf x",
    "ls && rm -rf x",
    "ls; rm x",
    "echo $(rm x)",
    "FOO=1 BAR='a b' rm x",
    "sudo -n rm x",
    "timeout 5 nice rm x",
    "/bin/rm x",
    "\\rm x",
    "(cd / && rm x)",
    "ls\nrm x",
    "rm",
  ])("finds its command in %j", (command) => {
    expect(catches("Bash(rm *)", "Bash", { command })).toBe(true);
  });

  it.each(["ls", "rmdir x", "git rm x", "echo rm"])("leaves %j alone", (command) => {
    expect(catches("Bash(rm *)", "Bash", { command })).toBe(false);
  });
});

describe("a rule about paths", () => {
  it.each([
    ["Edit(src/**)", "Edit", "/srv/app/src/a/b.ts", true],
    ["Edit(src/**)", "Write", "src/new.ts", true],
    ["Edit(src/**)", "MultiEdit", "./src/new.ts", true],
    ["Edit(src/**)", "Edit", "/srv/app/lib/src/x.ts", false],
    ["Edit(src/**)", "Edit", "/srv/app/src/../package.json", false],
    ["Edit(src/**)", "Edit", "src/../../other/x.ts", false],
    ["Edit(src/**)", "Edit", "/srv/app/srcs/x.ts", false],
    ["Edit(src/**)", "Read", "/srv/app/src/x.ts", false],
    ["Edit(/src/*.ts)", "Edit", "/srv/app/src/x.ts", true],
    ["Edit(/src/*.ts)", "Edit", "/srv/app/src/deep/x.ts", false],
    ["Edit(src/**/*.ts)", "Edit", "/srv/app/src/x.ts", true],
    ["Edit(src/**/*.ts)", "Edit", "/srv/app/src/a/b/x.ts", true],
    ["Edit(src/**/*.ts)", "Edit", "/srv/app/src/a/b/x.js", false],
    ["Edit(src/[id]/x.ts)", "Edit", "/srv/app/src/[id]/x.ts", true],
    ["Read(*.env)", "Read", "/srv/app/deep/prod.env", true],
    ["Read(.env)", "Read", "/srv/app/.env", true],
    ["Read(.env)", "Read", "/elsewhere/.env", false],
    ["Read(secrets)", "Grep", "/srv/app/secrets/key", true],
    ["Read(~/.ssh/**)", "Read", "~/.ssh/id_rsa", true],
    ["Read(~/.ssh/**)", "Read", "/home/me/.ssh/id_rsa", true],
    ["Edit(**)", "Edit", "~/.bashrc", false],
    ["Read(//etc/**)", "Read", "/etc/passwd", true],
    ["Read(//etc/**)", "Read", "/srv/app/etc/passwd", false],
    ["Write(src/**)", "Write", "/srv/app/src/x", true],
    ["Write(src/**)", "Edit", "/srv/app/src/x", false],
  ])("%s matches %s of %s: %s", (rule, tool, path, fits) => {
    const input = tool === "Grep" ? { pattern: "x", path } : { file_path: path };
    expect(allows(rule, tool, input)).toBe(fits);
    expect(catches(rule, tool, input)).toBe(fits);
  });

  it("reads the path of a notebook", () => {
    expect(allows("Edit(src/**)", "NotebookEdit", { notebook_path: "/srv/app/src/a.ipynb" })).toBe(true);
  });

  it("reads a path as the tools do: without blanks around it, and composed", () => {
    for (const path of ["  .env ", "\t/srv/app/.env\n", "\u00A0.env"])
      expect(catches("Read(.env)", "Read", { file_path: path })).toBe(true);
    expect(catches("Read(caf\u00E9)", "Read", { file_path: "cafe\u0301" })).toBe(true);
  });

  it("checks every path of a call", () => {
    const call = { file_path: "/srv/app/src/a", notebook_path: "/srv/app/b.ipynb" };
    expect(allows("Edit(src/**)", "NotebookEdit", call)).toBe(false);
    expect(catches("Edit(*.ipynb)", "NotebookEdit", call)).toBe(true);
  });

  it("allows no Glob, whose pattern may lead elsewhere, but denies one", () => {
    expect(allows("Read(src/**)", "Glob", { pattern: "/etc/*", path: "src" })).toBe(false);
    expect(catches("Read(src/**)", "Glob", { pattern: "*", path: "src" })).toBe(true);
  });

  it("reads Windows paths as the CLI's rules write them, without regard to case", () => {
    const windows: RuleFolders = {
      cwd: "C:\\work\\app",
      home: "C:\\Users\\me",
      platform: "win32",
      realPath: (path) => path,
    };
    expect(allows("Edit(src/**)", "Edit", { file_path: "c:\\Work\\App\\src\\x.ts" }, windows)).toBe(true);
    expect(allows("Edit(src/**)", "Edit", { file_path: "src\\..\\..\\x.ts" }, windows)).toBe(false);
    expect(allows("Edit(//c/work/**)", "Edit", { file_path: "C:\\work\\x.ts" }, windows)).toBe(true);
    expect(allows("Edit(src/**)", "Edit", { file_path: "D:\\work\\app\\src\\x.ts" }, windows)).toBe(false);
    expect(catches("Read(~/.ssh/**)", "Read", { file_path: "C:\\Users\\me\\.ssh\\key" }, windows)).toBe(true);
  });
});

describe("a symbolic link", () => {
  let root = "";
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "unspool-")));
    for (const folder of ["app", "app/src", "outside"]) mkdirSync(join(root, folder));
    symlinkSync(join(root, "outside"), join(root, "app/src/out"));
    symlinkSync(join(root, "app"), join(root, "link-to-app"));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it("is not allowed if it leads out of an allowed folder", () => {
    const where: RuleFolders = { cwd: join(root, "app"), home: "/home/me", platform: "linux" };
    expect(allows("Edit(src/**)", "Edit", { file_path: "src/new/file.ts" }, where)).toBe(true);
    expect(allows("Edit(src/**)", "Edit", { file_path: "src/out/new.ts" }, where)).toBe(false);
  });

  it("is denied if it leads to a denied path", () => {
    const where: RuleFolders = { cwd: root, home: "/home/me", platform: "linux" };
    expect(catches("Edit(outside/**)", "Edit", { file_path: "app/src/out/x" }, where)).toBe(true);
  });

  it("is matched by its target if a rule names it", () => {
    const where: RuleFolders = { cwd: join(root, "app"), home: "/home/me", platform: "linux" };
    for (const rule of ["Read(src/out/**)", `Read(/${join(root, "app/src/out")}/*.txt)`, "Read(src/out)"])
      expect(catches(rule, "Read", { file_path: join(root, "outside/x.txt") }, where)).toBe(true);
    expect(catches("Read(src/out/**)", "Read", { file_path: join(root, "app/x.txt") }, where)).toBe(false);
    expect(catches("Read(src/out/*.md)", "Read", { file_path: join(root, "outside/x.txt") }, where)).toBe(false);
  });

  it("does not change the decision if it leads to the session's folder", () => {
    const where: RuleFolders = { cwd: join(root, "link-to-app"), home: "/home/me", platform: "linux" };
    expect(allows("Edit(src/**)", "Edit", { file_path: "src/x.ts" }, where)).toBe(true);
  });
});

describe("a rule about an address, an agent or a skill", () => {
  it.each([
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://example.com/a" }, true],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://EXAMPLE.com./a" }, true],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://example.com.evil.org/" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://evil.org/?example.com" }, false],
    ["WebFetch(domain:example.com)", "WebFetch", { url: "https://example.com@evil.org/" }, false],
    ["WebFetch(domain:*.example.com)", "WebFetch", { url: "https://docs.example.com" }, true],
    ["WebFetch(domain:b\u00FCcher.de)", "WebFetch", { url: "https://B\u00DCcher.de/" }, true],
    ["Agent(Explore)", "Task", { subagent_type: "Explore" }, true],
    ["Agent(Explore)", "Agent", { subagent_type: "general-purpose" }, false],
    ["Skill(review *)", "Skill", { skill: "review pr" }, true],
  ])("%s matches %s %j: %s", (rule, tool, input, fits) => {
    expect(allows(rule, tool, input)).toBe(fits);
    expect(catches(rule, tool, input)).toBe(fits);
  });

  it.each([
    ["Agent(general-purpose)", "Agent", {}, true],
    ["Agent(Explore)", "Agent", {}, false],
    ["Agent(Explore)", "Agent", { subagent_type: 7 }, true],
    ["Skill(review)", "Skill", { skill: "/review" }, true],
    ["Skill(review)", "Skill", { skill: " review " }, true],
    ["Skill(review)", "Skill", { command: "review" }, true],
    ["Skill(review)", "Skill", {}, true],
    ["Skill(review)", "Skill", { skill: "other" }, false],
    ["Agent", "Task", {}, true],
    ["Task", "Agent", {}, true],
    ["Bash", "Monitor", { command: "ls" }, true],
    ["Bash(*)", "Monitor", { command: "ls" }, true],
  ])("%s matches %s %j to deny or ask: %s", (rule, tool, input, fits) => {
    expect(catches(rule, tool, input)).toBe(fits);
  });

  it("does not allow by another name of the tool", () => {
    expect(allows("Bash", "Monitor", { command: "ls" })).toBe(false);
    expect(allows("Skill(review)", "Skill", {})).toBe(false);
  });

  it("does not allow an invalid address, and denies it", () => {
    expect(allows("WebFetch(domain:example.com)", "WebFetch", { url: "example.com" })).toBe(false);
    expect(catches("WebFetch(domain:example.com)", "WebFetch", { url: "example.com" })).toBe(true);
  });
});

describe("a rule that denies a command of PowerShell", () => {
  it.each([
    "remove-item x",
    "REMOVE-ITEM x",
    "ls; Remove-Item x",
    "Re`move-Item x",
    "& 'Remove-Item' x",
    '& "Remove-Item" x',
    "& { Remove-Item x }",
    "ls | % { Remove-Item $_ }",
    "if ($true) { Remove-Item x }",
    "$x = Remove-Item x",
    "iex 'Remove-Item x'",
    'Invoke-Expression "ls; Remove-Item x"',
    "powershell -Command Remove-Item x",
    "pwsh -c 'Remove-Item x'",
    "Microsoft.PowerShell.Management\\Remove-Item x",
    "Start-Job { Remove-Item x }",
    "echo $(Remove-Item x)",
    // only known when it runs
    "& $command x",
    "& ('Remove' + '-Item') x",
    "&$x",
    ". $script",
    "iex $code",
    "$code | iex",
    "Invoke-Expression ($a + $b)",
    "pwsh -EncodedCommand UgBlAG0AbwB2AGUA",
    "powershell -e UgBlAG0AbwB2AGUA",
    "[scriptblock]::Create($x).Invoke()",
    "$ExecutionContext.InvokeCommand.InvokeScript($x)",
    "Set-Alias z Remove-Item; z x",
  ])("finds or refuses %j", (command) => {
    expect(catches("PowerShell(Remove-Item *)", "PowerShell", { command })).toBe(true);
  });

  it.each([
    "Get-ChildItem x",
    "git status",
    "npm test && npm run build",
    "Write-Output 'done'",
    "Get-Item x | Select-Object Name",
  ])("leaves %j alone", (command) => {
    expect(catches("PowerShell(Remove-Item *)", "PowerShell", { command })).toBe(false);
  });
});

it.each([
  "",
  "Bash(",
  "Bash()",
  "Bash(git *) x",
  "two words",
  "WebFetch(example.com)",
  "Foo(bar)",
  "mcp__db__query(x)",
  7,
])("refuses %j, which can never match", (rule) => {
  expect(() => compileRule(rule as string, places)).toThrow(
    expect.objectContaining({ code: "invalid-option", details: { pattern: rule } }),
  );
});
