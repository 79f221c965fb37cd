// Finds every command that a shell command may run: its simple commands, and those that they run in turn, such as `sudo x`,
// `bash -c x`, `find -exec x` or `xargs x`. Deny rules are matched against each. The list has rather too many than too few.
// Code for a shell that cannot be read is a problem. Scripts in files and code of other languages are not followed: rules are
// no sandbox.

import {
  APPENDERS,
  CODE_WRAPPERS,
  COMMAND_FILES,
  COMPILERS,
  EXECUTES,
  EXPANDED_LATER,
  FINDERS,
  GIT_PROGRAM_OPTION,
  INPUT_READERS,
  INTERPRETERS,
  isWrapper,
  LATER_NAME,
  MESSAGE_FLAG,
  NAME_TABLES,
  PROGRAM_OPTIONS,
  PROGRAM_VARIABLES,
  readsCommands,
  SED_RUNS_INPUT,
  SETTERS,
  SHELLS,
  STARTS_PROGRAMS,
  TEXT_PROGRAMS,
} from "./programs.ts";
import { readShell, type SimpleCommand } from "./read-shell.ts";
import { ANY_TEXT, ANY_WORDS, type Dialect } from "./read-word.ts";

export interface CommandsRun {
  /** Each command as text: words joined by a space, without quotes, and without the folder of the program. */
  readonly commands: readonly string[];
  /** Why the command could not be read. */
  readonly problem: string | undefined;
}

const MAX_WORDS = 300;
/** Bash accepts its long options with one dash, too: `-posix` is not `-p -o -s -i -x`. */
const LONG_OPTION =
  /^-(?=debug(?:ger)?$|dump-(?:po-)?strings$|help$|init-file$|login$|noediting$|noprofile$|norc$|posix$|pretty-print$|rcfile$|restricted$|verbose$|version$|wordexp$)/;
/** `"a[\\$($x)]"`: an expression that `let` or `test -v` evaluates later. */
const UNKNOWN_IN_QUOTES = /(?:\$\(|`)\s*[\uE000\uE001]/;
/** Bash reads `() { … }` in such a variable as an exported function. */
const EXPORTED_FUNCTION = /^BASH_FUNC_[^=]*(?:%%|\(\))=/;
const MAX_MENTIONS = 5000;
const MENTION_WORDS = 40;

let latest: { readonly text: string; readonly run: CommandsRun } | undefined;

/** The last result is cached, as several rules check the same command in turn. */
export function findCommandsRun(text: string): CommandsRun {
  if (latest?.text !== text) latest = { text, run: readAll(text) };
  return latest.run;
}

function readAll(text: string): CommandsRun {
  const commands = new Set<string>([text.trim()]);
  let problem: string | undefined;
  /** Limits nested commands. */
  let budget = 100_000 + 50 * text.length;

  const note = (why: string): void => {
    problem ??= why;
  };
  const spend = (amount: number): boolean => {
    budget -= amount;
    if (budget < 0) note("it runs commands in commands too often");
    return budget >= 0;
  };

  /** @param isSure whether a shell certainly reads this; otherwise text that cannot be read is ignored */
  function noteCode(source: string, dialects: readonly Dialect[], isSure: boolean, depth: number): void {
    if (depth > 20) return note("it is nested too deeply");
    if (isSure && isUnknown(source)) note("it gives a shell a text that is only known when it runs");
    // Unknown parts may contain spaces, and are split when the text is read.
    const given = depth === 0 ? source : source.replaceAll(ANY_TEXT, ANY_WORDS);
    for (const dialect of dialects) {
      if (!spend(source.length)) return;
      const reading = readShell(given, dialect, depth);
      if (isSure && reading.problem !== undefined) note(reading.problem);
      for (const command of reading.commands) {
        // A value such as `x="$y"` does not count as an unknown command.
        const [word = "", ...rest] = command.words;
        if (isSure || !isUnknown(word)) noteSimpleCommand(command, depth);
        else run(findKnownPart(word, rest), command.inputs, depth, true);
      }
      for (const quoted of reading.quotedCode) {
        if (UNKNOWN_IN_QUOTES.test(quoted)) note("it quotes code that runs what is only known when it runs");
        if (quoted.length < source.length) noteCode(`: "${quoted.replaceAll('"', " ")}"`, dialects, false, depth + 1);
      }
    }
  }

  function noteSimpleCommand({ words, assignments, inputs, source }: SimpleCommand, depth: number): void {
    commands.add(source);
    for (const assignment of [...assignments, ...words.slice(1)]) noteAssignment(assignment, inputs, depth);
    for (const assignment of assignments) noteValue(assignment.slice(assignment.indexOf("=") + 1), depth);
    // An empty name makes the next word the command. Only `$x` and globs can be empty.
    const first = words.findIndex((word) => !/^[\uE000\uE001]+$/.test(word) && word !== "");
    run(words, inputs, depth, true);
    if (first > 0) run(words.slice(first), inputs, depth, true);
    else if (words[0]?.includes(ANY_TEXT) === true) run(words.slice(1), inputs, depth, true);
  }

  /** Notes the commands that a shell runs because of a variable. */
  function noteAssignment(assignment: string, inputs: SimpleCommand["inputs"], depth: number): void {
    const value = assignment.slice(assignment.indexOf("=") + 1);
    const isAppended = assignment[assignment.indexOf("=") - 1] === "+";
    if (EXPANDED_LATER.test(assignment) && (isAppended || isUnknown(value)))
      note("a shell expands a variable whose text is only known when it runs");
    if (PROGRAM_VARIABLES.test(assignment) && isUnknown(/^\s*\S*/.exec(value)?.[0] ?? ""))
      note("a variable names a program that is only known when it runs");
    if (COMMAND_FILES.test(assignment)) {
      if ((isUnclearFile(value) && inputs.length === 0) || isAppended)
        note("a shell reads commands that are only known when it runs");
      for (const { text: input } of inputs) noteCode(input, ["bash", "posix"], true, depth + 1);
    }
    if (EXPORTED_FUNCTION.test(assignment)) noteCode(`exported${value}`, ["bash"], true, depth + 1);
    if (!NAME_TABLES.test(assignment) || !assignment.includes("=")) return;
    if (isUnknown(value)) note("it names a command that is only known when it runs");
    noteAliased(value, depth);
  }

  /** Notes a program with an alias: its arguments are where the alias is used. */
  function noteAliased(program: string, depth: number): void {
    const words = program.trim().split(/\s+/);
    const name = toProgramName(words[0] ?? "");
    if (runsOthers(name)) note(`another name stands for ${name}, which runs other programs`);
    run([...words, ANY_WORDS], [], depth, false);
  }

  /** Notes a value of a variable, setting or option that may be code: `!x` and `'alias.y=!x'` of Git. */
  function noteValue(value: string, depth: number): void {
    noteCode(value, ["bash"], false, depth + 1);
    const inner = /^["']?(?:[\w.-]+=)?!(.+?)["']?$/s.exec(value)?.[1];
    if (inner !== undefined) noteCode(inner, ["bash"], false, depth + 1);
  }

  function run(words: readonly string[], inputs: SimpleCommand["inputs"], depth: number, isOuter: boolean): void {
    const [word, ...rest] = words;
    if (word === undefined || !spend(words.length + 10)) return;
    const joined = rest.length === 0 ? "" : ` ${rest.join(" ")}`;
    if (!spend(isOuter ? 0 : joined.length)) return;
    const name = toProgramName(word);
    commands.add(word + joined);
    commands.add(name + joined);
    // An unquoted variable may be empty, and leave no word: `rm $none x` is `rm x`.
    const sure = rest.filter((part) => part !== ANY_WORDS);
    if (sure.length < rest.length) commands.add([name, ...sure].join(" "));
    const [known] = word.includes(ANY_WORDS) ? findKnownPart(word, []) : [];
    if (known !== undefined) commands.add(known + joined);
    if (name !== name.toLowerCase()) commands.add(name.toLowerCase() + joined);
    // `git -C folder push` is `git push`.
    if (rest[0]?.startsWith("-") === true) {
      for (let from = 1; from < rest.length; from++) {
        // Skips one option with its value at a time. Two words that are no options end the options.
        if (from > 1 && !isOption(rest[from - 1]) && !isOption(rest[from - 2])) break;
        if (!spend(joined.length)) break;
        commands.add(`${name} ${rest.slice(from).join(" ")}`);
      }
    }
    runs(name, rest, inputs, depth, isOuter);
  }

  /** Notes the commands that the program runs in turn. */
  function runs(
    name: string,
    rest: readonly string[],
    inputs: SimpleCommand["inputs"],
    depth: number,
    isOuter: boolean,
  ): void {
    const readInputs = (dialects: readonly Dialect[]): void => {
      for (const { text: input } of inputs) noteCode(input, dialects, true, depth + 1);
    };
    if (SHELLS.test(name)) return noteShell(name, rest, inputs, depth);
    if (name === "eval") return noteCode(rest.join(" "), ["bash"], true, depth + 1);
    if (name === "." || name === "source") {
      if (inputs.length > 0) readInputs(["bash"]);
      else if (isUnclearFile(rest[0])) note(`${name} reads commands that are only known when it runs`);
      return;
    }
    if (INPUT_READERS.has(name)) readInputs(["bash", "posix"]);
    if (inputs.length === 0 && readsCommands(name, rest))
      note(`${name} reads commands from its input, which are only known when it runs`);
    if (name === "alias") noteAliases(rest, depth);
    if (name === "hash" && rest.some((part) => /^-[a-z]*p/.test(part)))
      for (const part of rest) noteAliased(part.replace(/^-[a-z]*?p/, ""), depth);
    if (name === "set") noteShellOptions(rest);
    if (SETTERS.has(name) && rest.some((part) => LATER_NAME.test(part)))
      note("a shell expands a variable whose text is only known when it runs");
    if (COMPILERS.test(name)) {
      for (const [place, part] of rest.entries())
        if (/^--?wrapper$/.test(part)) run((rest[place + 1] ?? "").split(","), inputs, depth, true);
    }
    if (name.endsWith("tar")) noteTar(rest, inputs, depth);
    if (name === "env") splitStrings(rest, depth);
    if (name.endsWith("sed") && rest.some((word) => SED_RUNS_INPUT.test(word)))
      note("sed runs its input, which is only known when it runs");
    if (PROGRAM_OPTIONS.has(name)) noteOptionValues(rest, /^-/, inputs, depth);
    if (FINDERS.has(name)) return noteFinder(rest, inputs, depth);
    if (INTERPRETERS.test(name)) {
      noteMentions([...rest, ...inputs.map(({ text: input }) => input)], /^(?:g?make|just)$/.test(name));
      return noteTexts(name, rest, depth);
    }
    if (name === "git") return noteGit(rest, inputs, depth);
    if (!isWrapper(name)) return noteTexts(name, rest, depth);
    if (name === "command" && /^-[vV]$/.test(rest[0] ?? "")) return;
    if (isOuter) noteWrapped(name, rest, inputs, depth);
  }

  /** An alias that opens a construct changes how the rest of the line is read. */
  function noteAliases(rest: readonly string[], depth: number): void {
    for (const word of rest) {
      const value = /^[^=]+=(.*)$/s.exec(word)?.[1];
      if (value === undefined) continue;
      if (!/^[\w./:@%+,= -]+$/.test(value)) note("an alias stands for more than a program and its options");
      noteAliased(value, depth);
    }
  }

  /** With history expansion `!:1 x` runs a word of the line before. */
  function noteShellOptions(rest: readonly string[]): void {
    const end = rest.indexOf("--");
    for (const word of end === -1 ? rest : rest.slice(0, end)) {
      if (isUnknown(word)) note("it sets options of the shell that are only known when it runs");
      if (/^-[A-Za-z]*H|^histexpand$/.test(word)) note("it switches on the expansion of history");
    }
  }

  /** `tar cIf x a.tar` and `tar -cIx`: letters that take a program among others. */
  function noteTar(rest: readonly string[], inputs: SimpleCommand["inputs"], depth: number): void {
    const [first = "", ...others] = rest;
    if (/^[A-Za-z]*[IF]/.test(first)) for (const word of others) run([word], inputs, depth, true);
    for (const word of rest) {
      const attached = /^-[A-Za-z]*?[IF](.+)$/s.exec(word)?.[1];
      if (attached !== undefined) run([attached], inputs, depth, true);
    }
  }

  /** `env -S` splits its text by other rules: `\_` is a space, `${x}` a variable. */
  function splitStrings(rest: readonly string[], depth: number): void {
    for (const [place, word] of rest.entries()) {
      const attached = /^(?:-[A-Za-z0]*S|--s[a-z-]*=)(.*)$/s.exec(word)?.[1];
      if (attached === undefined && !/^--s[a-z-]*$/.test(word)) continue;
      const words = attached === undefined || attached === "" ? (rest[place + 1] ?? "") : attached;
      noteCode(words.replaceAll(/\\[_fnrtv]/g, " "), ["bash"], true, depth + 1);
    }
  }

  /** Notes values of options, attached or as the next word, that may be programs. */
  function noteOptionValues(
    rest: readonly string[],
    option: RegExp,
    inputs: SimpleCommand["inputs"],
    depth: number,
  ): void {
    for (const [place, word] of rest.entries()) {
      const attached = /^-([A-Za-z])(.+)$/s.exec(word);
      if (attached !== null && option.test(`-${attached[1] ?? ""}`)) run([attached[2] ?? ""], inputs, depth, true);
      if (option.test(word) && rest[place + 1] !== undefined) run([rest[place + 1] ?? ""], inputs, depth, true);
      const value = /^--[\w-]+=(.+)$/s.exec(word)?.[1];
      if (value !== undefined) run([value], inputs, depth, true);
    }
  }

  function noteWrapped(name: string, rest: readonly string[], inputs: SimpleCommand["inputs"], depth: number): void {
    if (rest.length > MAX_WORDS) return note(`${name} has too many words`);
    const mark = APPENDERS.has(name) ? findReplacement(rest) : undefined;
    // The text that the program puts in place of the mark is unknown.
    if (mark !== undefined && mark !== "{}") {
      noteWrapped(
        name,
        rest
          .slice(1)
          .map((word) => word.replaceAll(mark, "{}"))
          .filter((word) => !/^(?:-[IiJ]|--replace)/.test(word)),
        inputs,
        depth,
      );
    }
    const appended = APPENDERS.has(name) ? [ANY_WORDS] : [];
    const last = rest.findLastIndex((word) => isWrapper(toProgramName(word)));
    if (appended.length > 0 && last !== -1) {
      const command = rest.slice(last + 1).find((word) => !/^(?:-|\d|\w+=)/.test(word));
      if (command === undefined || command.includes("{}"))
        note(`${name} gives ${rest[last] ?? ""} a command that is only known when it runs`);
    }
    for (const [place, word] of rest.entries()) {
      const value = word.replace(/^[\w.%-]+=/, "");
      // As an argument, and as the value of an option or an alias.
      for (const part of new Set([word, value])) {
        if (!/[^\w./:@%+=,-]/.test(part)) continue;
        const isCode = CODE_WRAPPERS.has(name) && !word.startsWith("-");
        noteCode(part.replaceAll("{}", ANY_TEXT), ["bash", "posix"], isCode, depth + 1);
      }
      // `env -S'x y'`
      if (/^-[A-Za-z]/.test(word)) noteCode(word.slice(2), ["bash"], false, depth + 1);
      if (value !== word) run([value, ...rest.slice(place + 1)], inputs, depth, false);
      run([...rest.slice(place), ...appended], inputs, depth, false);
    }
  }

  function noteShell(name: string, rest: readonly string[], inputs: SimpleCommand["inputs"], depth: number): void {
    if (rest.some((word) => LONG_OPTION.test(word))) {
      const long = rest.map((word) => (LONG_OPTION.test(word) ? `-${word}` : word));
      noteShell(name, long, inputs, depth);
    }
    const dialects: readonly Dialect[] = /^(?:r?bash|zsh)$/.test(name) ? ["bash"] : ["bash", "posix"];
    let isCode = false;
    let place = 0;
    for (const word of rest) {
      const attached = /^--[\w-]*commands?=(.*)$/s.exec(word)?.[1];
      if (attached !== undefined) noteCode(attached, dialects, true, depth + 1);
    }
    for (; place < rest.length; place++) {
      const word = rest[place] ?? "";
      if (isUnknown(word) && !isCode) return note(`${name} is given arguments that are only known when it runs`);
      if (/^--(?:version|help)$/.test(word)) return;
      // `+c` is `-c` to bash and dash.
      if (/^[-+][A-Za-z]*[cC]|^--[\w-]*commands?$/.test(word)) isCode = true;
      if (/^-[A-Za-z]*H/.test(word)) note("it switches on the expansion of history");
      if (/^--?$/.test(word)) {
        place++;
        break;
      }
      // `-eo pipefail`: each o takes a word.
      if (/^[-+][A-Za-z]*[oO]/.test(word)) place += word.match(/o/gi)?.length ?? 0;
      else if (/^--(?:rcfile|init-file)$/.test(word)) {
        if (isUnclearFile(rest[place + 1])) note(`${name} reads a file that is only known when it runs`);
        place++;
      } else if (!/^[-+]./.test(word)) break;
    }
    const operand = rest[place];
    if (isCode) {
      noteCode((operand ?? "").replaceAll("{}", ANY_TEXT), dialects, true, depth + 1);
      for (const word of rest.slice(place + 1)) noteCode(word, dialects, false, depth + 1);
      return;
    }
    // A script in a file is not read, as it can contain anything. But the file may be a link to its input.
    const isFile =
      operand !== undefined && !isUnclearFile(operand) && !rest.some((word) => /^[-+][A-Za-z]*s/.test(word));
    if (isFile && inputs.length === 0) return;
    if (inputs.length === 0) note(`${name} reads commands from its input, which are only known when it runs`);
    for (const { text: input } of inputs) noteCode(input, dialects, !isFile, depth + 1);
  }

  function noteFinder(rest: readonly string[], inputs: SimpleCommand["inputs"], depth: number): void {
    for (const [place, word] of rest.entries()) {
      if (word.includes(ANY_WORDS)) note("find is given arguments that are only known when it runs, and not quoted");
      if (!EXECUTES.test(word) && !word.includes(ANY_TEXT)) continue;
      const command = rest.slice(place + 1).map((part) => part.replaceAll("{}", ANY_TEXT));
      const attached = /^--?[\w-]+=(.+)$/s.exec(word)?.[1];
      run(attached === undefined ? command : [attached, ...command], inputs, depth, true);
      const end = command.findIndex((part) => part === ";" || part === "+");
      if (end > 0) run(command.slice(0, end), inputs, depth, true);
      if (attached !== undefined) noteCode(attached, ["bash", "posix"], false, depth + 1);
    }
  }

  function noteGit(rest: readonly string[], inputs: SimpleCommand["inputs"], depth: number): void {
    const place = rest.findIndex(
      (word) => word === "bisect" || word === "foreach" || word === "--exec" || word === "-x",
    );
    if (place !== -1) noteWrapped("git", rest.slice(place + 1), inputs, depth);
    noteOptionValues(rest, GIT_PROGRAM_OPTION, inputs, depth);
    for (const [at, word] of rest.entries()) {
      const [, attached] = /^alias\.[^=]+(?:=(.*))?$/s.exec(word) ?? [];
      const alias = attached ?? (word.startsWith("alias.") ? rest[at + 1] : undefined);
      if (alias === undefined) continue;
      commands.add(`git ${alias}`);
      commands.add(`git ${alias} ${ANY_WORDS}`);
      if (alias.startsWith("!")) noteCode(`${alias.slice(1)} ${ANY_WORDS}`, ["bash", "posix"], true, depth + 1);
    }
    noteTexts("git", rest, depth);
  }

  /** Notes arguments that look like code: with a space, after a `=`, or after a `!`. */
  function noteTexts(name: string, rest: readonly string[], depth: number): void {
    if (TEXT_PROGRAMS.has(name)) return;
    for (const [place, word] of rest.entries()) {
      if (MESSAGE_FLAG.test(rest[place - 1] ?? "") || /^--(?:message|body|title|grep)=/.test(word)) continue;
      if (/[\s;|&!]/.test(word)) noteCode(word.replace(/^[:+]*!/, ""), ["bash"], false, depth + 1);
      // `ext::x` of Git, `EXEC:x` of socat, `-o 'ProxyCommand x'` of ssh.
      const inner = /^(?:ext::|(?:exec|system|shell):|\w*command[ \t=]+)(.+)$/is.exec(word)?.[1];
      if (inner !== undefined) noteCode(inner, ["bash"], false, depth + 1);
      const value = /^[\w.:-]+=!?(.+)$/s.exec(word)?.[1];
      if (value !== undefined) noteValue(value.replace(/^exec=/, ""), depth);
    }
  }

  /** Notes each word of some code with the rest, as if it began a command. */
  function noteMentions(sources: readonly string[], isShell: boolean): void {
    for (const source of sources) {
      if (!(isShell || STARTS_PROGRAMS.test(source)) || !spend(source.length)) continue;
      const words = source.split(/["'`,()[\]{};|&=<>!\s\\]+/).filter((word) => word !== "");
      for (let place = 0; place < words.length && place < MAX_MENTIONS; place++) {
        const following = words.slice(place + 1, place + MENTION_WORDS);
        commands.add([toProgramName(words[place] ?? ""), ...following].join(" "));
      }
    }
  }

  // These characters mark unknown parts in texts that are read again.
  if (/[\uE000-\uE00F]/.test(text)) note("it has a private character in it");
  noteCode(text, ["bash"], true, 0);
  return { commands: [...commands], problem };
}

/** Whether the program starts programs that its arguments name. */
function runsOthers(name: string): boolean {
  if (isWrapper(name) || SHELLS.test(name) || FINDERS.has(name) || INTERPRETERS.test(name)) return true;
  return PROGRAM_OPTIONS.has(name) || /^(?:eval|source|\.|git)$/.test(name);
}

function isOption(word: string | undefined): boolean {
  return word?.startsWith("-") === true;
}

/** Returns the known part of a command word that names a program: `$folder/rm` and `rm$rest` are `rm`. */
function findKnownPart(word: string, rest: readonly string[]): readonly string[] {
  const name = word.slice(word.lastIndexOf("/") + 1);
  if (name === "" || /^[\uE000\uE001]/.test(name)) return [];
  const end = name.indexOf(ANY_WORDS);
  return end === -1 ? [name, ...rest] : [name.slice(0, end)];
}

/** Whether a part of it is only known at run time. */
function isUnknown(text: string): boolean {
  return text.includes(ANY_TEXT) || text.includes(ANY_WORDS);
}

/** `/bin/rm`, `=rm` of zsh and `rm.exe` are `rm`. */
function toProgramName(word: string): string {
  if (word.includes(ANY_WORDS)) return word;
  return word
    .replace(/^=(?=.)/, "")
    .replace(/^.*[/\\](?=.)/s, "")
    .replace(/\.(?:exe|cmd|bat)$/i, "");
}

/** Whether the file can be created by the command itself. */
function isUnclearFile(file: string | undefined): boolean {
  if (file === undefined || file === "-" || isUnknown(file)) return true;
  return /(?:^|\/)(?:dev|proc)\/|(?:^|\/)(?:stdin|fd\/\d+)$/.test(file);
}

/** Finds the text that `xargs -I mark` replaces. */
function findReplacement(rest: readonly string[]): string | undefined {
  for (const [place, word] of rest.entries()) {
    const [, attached] = /^(?:-[IiJ]|--replace(?:=|$))(.*)$/s.exec(word) ?? [];
    if (attached !== undefined && attached !== "") return attached;
    if (/^-[IJ]$/.test(word)) return rest[place + 1];
  }
  return undefined;
}
