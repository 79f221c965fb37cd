// Parses a shell command far enough to find every simple command in it: quotes, expansions, nested substitutions,
// here-documents, compound commands. Nothing is executed or expanded: a part that is only known at run time becomes ANY_TEXT
// or ANY_WORDS. Ambiguous code is reported as a problem, never guessed.

import { expandBraces } from "./braces.ts";
import {
  ANY_TEXT,
  ANY_WORDS,
  CONTINUATION,
  createWordReader,
  fail,
  Unreadable,
  WORD_END,
  type Dialect,
  type ReaderState,
} from "./read-word.ts";

export interface SimpleCommand {
  /** Words after quote removal and brace expansion, with the command word first. */
  readonly words: readonly string[];
  /** Assignments before the command word. */
  readonly assignments: readonly string[];
  /** Here-documents and here-strings. */
  readonly inputs: readonly { text: string }[];
  /** The text it was read from. */
  readonly source: string;
}

export interface ShellReading {
  readonly commands: readonly SimpleCommand[];
  /** Quoted texts with `$(` or a backtick, which other parts of the shell may expand later. */
  readonly quotedCode: readonly string[];
  /** Why the command could not be read to its end. */
  readonly problem: string | undefined;
}

type ListEnd = "end" | ")" | "case";

const MAX_DEPTH = 40;
const REDIRECTION = /(?:\d+|\{[A-Za-z_]\w*\})?(?:<<<|<<-?|<>|<&|>>|>&|>\||<|>)|&>>?/y;
const HERE_DELIMITER = /'([^'\n]*)'|"([^"\n\\$`]*)"|(\\?)([\w.%+:!@,/-]+)/y;
const ASSIGNMENT = /^[A-Za-z_]\w*(?:\[[^\]]*\])?\+?=/;
const SUBSCRIPT = /[A-Za-z_]\w*\[/y;
/** Words that are followed by a command. `time` and `coproc` are handled separately. */
const SKIPPED = new Set(["if", "then", "elif", "else", "fi", "do", "done", "while", "until", "!", "{", "}"]);

export function readShell(text: string, dialect: Dialect = "bash", depth = 0): ShellReading {
  return createReader(text, dialect, depth).read((reader) => reader.list("end"));
}

interface Reader {
  read(part: (reader: Reader) => unknown): ShellReading;
  list(end: ListEnd): "esac" | undefined;
  /** The body of a here-document whose delimiter has no quotes. */
  body(): void;
}

function createReader(text: string, dialect: Dialect, depth: number): Reader {
  const isBash = dialect === "bash";
  const state: ReaderState = { text, dialect, at: 0, level: depth, pending: [], outerPending: 0, quotedCode: [] };
  const { quotedCode } = state;
  const commands: SimpleCommand[] = [];
  const {
    isWordEnd,
    readWord,
    wordPart,
    dollar,
    backticks,
    arithmetic,
    startsWith,
    skipBlanks,
    skipComment,
    noLineBreak,
  } = createWordReader(state, { parenthesized: readSubstitution, nested: readNested });

  function readNested(inner: string): void {
    if (state.level >= MAX_DEPTH) fail("it is nested too deeply");
    const reading = readShell(inner, dialect, state.level + 1);
    commands.push(...reading.commands);
    quotedCode.push(...reading.quotedCode);
    if (reading.problem !== undefined) fail(reading.problem);
  }

  /** Reads a list in parentheses, from after the opening one. */
  function readSubstitution(): void {
    if (++state.level > MAX_DEPTH) fail("it is nested too deeply");
    const outer = state.pending;
    state.outerPending += outer.length;
    state.pending = [];
    readList(")");
    state.pending = outer;
    state.outerPending -= outer.length;
    state.level--;
  }

  function readList(end: ListEnd): "esac" | undefined {
    for (;;) {
      skipBlanks();
      const char = text[state.at];
      if (char === undefined) {
        if (end !== "end") fail(end === ")" ? "a parenthesis is not closed" : "a case is not closed");
        if (state.pending.length > 0) readHereDocuments(end);
        return undefined;
      }
      if (char === "\n") {
        state.at++;
        readHereDocuments(end);
      } else if (char === ")") {
        if (end !== ")") fail("a parenthesis is closed that was not opened");
        if (state.pending.length > 0) fail("a here-document has no body");
        state.at++;
        return undefined;
      } else if (char === ";" && end === "case" && /^;[;&|]/.test(text.slice(state.at, state.at + 2))) {
        state.at += startsWith(";;&") ? 3 : 2;
        return undefined;
      } else if (char === "#") skipComment();
      else if (char === ";" || char === "|" || (char === "&" && !(isBash && text[state.at + 1] === ">"))) state.at++;
      else if (readCommand(end)) return "esac";
    }
  }

  /** One simple command, with the reserved words and compound commands before it. Returns true at the `esac` of a case. */
  function readCommand(end: ListEnd): boolean {
    let start = state.at;
    const words: string[] = [];
    const assignments: string[] = [];
    const inputs: { text: string }[] = [];
    let count = 0;
    /** Reserved words count only here: not after an assignment or a redirection. */
    let isFirst = true;
    for (;;) {
      skipBlanks();
      const char = text[state.at];
      if (readRedirection(inputs)) {
        isFirst = false;
        continue;
      }
      if (char === "(") {
        if (text.startsWith(CONTINUATION, state.at + 1)) fail("a line break stands behind a parenthesis");
        if (count === 0) {
          if (!(isBash && startsWith("((") && arithmetic(state.at + 2))) {
            state.at++;
            readSubstitution();
          }
          isFirst = true;
          start = state.at;
          continue;
        }
        state.at++;
        skipBlanks();
        if (count !== 1 || text[state.at] !== ")") fail("a parenthesis follows a word");
        // `name()` is followed by the body.
        state.at++;
        words.length = 0;
        count = 0;
        isFirst = true;
        skipLines();
        start = state.at;
        continue;
      }
      if (char === undefined || char === "#" || isWordEnd(char)) break;
      if (count === 0) rejectSubscript();
      const word = readWord();
      if (count === 0 && isFirst) {
        if (word.raw === "esac" && end === "case") return true;
        // With extglob it is a pattern, otherwise a list in parentheses.
        if (isBash && word.raw === "!" && text[state.at] === "(") fail("!( may be a pattern");
        if (readReserved(word.raw)) {
          start = state.at;
          continue;
        }
      }
      if (count === 0 && ASSIGNMENT.test(word.raw)) {
        assignments.push(word.text);
        isFirst = false;
        continue;
      }
      const expanded = expandBraces(word.text, ANY_WORDS);
      if (words.length + expanded.length > 100_000) fail("it has too many words");
      words.push(...expanded);
      count++;
      isFirst = false;
    }
    const source = text.slice(start, state.at).trim();
    if (words.length + assignments.length + inputs.length > 0) commands.push({ words, assignments, inputs, source });
    return false;
  }

  /** Fails for `name[1 + 1]=x`: up to the bracket it is one word where a command can begin, and several elsewhere. */
  function rejectSubscript(): void {
    SUBSCRIPT.lastIndex = state.at;
    if (!SUBSCRIPT.test(text)) return;
    const before = state.at;
    for (let open = 1, at = (state.at = SUBSCRIPT.lastIndex); open > 0; at = state.at) {
      const char = text[at];
      if (char === undefined) break;
      if (/\s/.test(char)) fail("a subscript has a blank in it");
      if (WORD_END.has(char)) break;
      if (char === "[") open++;
      if (char === "]") open--;
      wordPart(char);
    }
    state.at = before;
  }

  /** Line breaks and comments between the parts of a compound command. */
  function skipLines(): void {
    for (;;) {
      skipBlanks();
      if (text[state.at] === "\n") {
        state.at++;
        readHereDocuments("case");
      } else if (text[state.at] === "#") skipComment();
      else return;
    }
  }

  /** Reads what belongs to a reserved word. Returns false if the word is none. */
  function readReserved(raw: string): boolean {
    if (SKIPPED.has(raw)) return true;
    if (raw === "case") {
      readCase();
      return true;
    }
    if (raw === "for" || (isBash && raw === "select")) {
      readForHead();
      return true;
    }
    if (!isBash) return false;
    if (raw === "[[") {
      readConditional();
      return true;
    }
    if (raw === "time") {
      for (;;) {
        skipBlanks();
        if (!/^(?:-p|--)(?=\s|$)/.test(text.slice(state.at, state.at + 3))) return true;
        state.at += 2;
      }
    }
    if (raw === "function") {
      skipBlanks();
      readWord();
      skipBlanks();
      if (/^\([ \t]*\)/.test(text.slice(state.at, state.at + 100))) state.at = text.indexOf(")", state.at) + 1;
      skipLines();
      return true;
    }
    return false;
  }

  function readForHead(): void {
    skipBlanks();
    if (isBash && startsWith("((")) {
      if (!arithmetic(state.at + 2)) fail("the head of a for loop is not closed");
      return;
    }
    const { text: name } = readWord();
    // The loop sets the variable to a value that is only known at run time.
    commands.push({ words: [], assignments: [`${name}=${ANY_TEXT}`], inputs: [], source: "" });
    skipLines();
    if (!/^in(?=[\s;]|$)/.test(text.slice(state.at, state.at + 3))) return;
    state.at += 2;
    for (;;) {
      skipBlanks();
      const char = text[state.at];
      if (char === undefined || char === "\n" || char === ";") return;
      if (isWordEnd(char)) fail("the list of a for loop has an operator in it");
      readWord();
    }
  }

  function readCase(): void {
    skipBlanks();
    readWord();
    skipLines();
    if (readWord().raw !== "in") fail("a case has no in");
    for (;;) {
      skipLines();
      if (text[state.at] === undefined) fail("a case is not closed");
      if (/^esac(?=[\s;&|<>()]|$)/.test(text.slice(state.at, state.at + 5))) {
        state.at += 4;
        return;
      }
      if (text[state.at] === "(") state.at++;
      for (;;) {
        skipBlanks();
        readWord();
        skipBlanks();
        if (text[state.at] === "|") state.at++;
        else if (text[state.at] === ")") break;
        else fail("a pattern of a case is not closed");
      }
      state.at++;
      if (readList("case") === "esac") return;
    }
  }

  /** `[[ … ]]`: operators in it are no operators of the shell. */
  function readConditional(): void {
    for (;;) {
      const from = state.at;
      while (/\s/.test(text[state.at] ?? "") || startsWith("\\\n")) state.at += text[state.at] === "\\" ? 2 : 1;
      noLineBreak(text.slice(from, state.at));
      const char = text[state.at];
      if (char === undefined) fail("[[ is not closed");
      if (startsWith("&&") || startsWith("||")) state.at += 2;
      else if (char === "(" || char === ")" || ((char === "<" || char === ">") && text[state.at + 1] !== "("))
        state.at++;
      else if (char === ";" || char === "&" || char === "|") fail("[[ has an operator in it");
      else {
        const { raw } = readWord();
        if (raw === "]]") return;
        if (raw === "=~") readRegularExpression();
      }
    }
  }

  function readRegularExpression(): void {
    skipBlanks();
    for (let open = 0; ;) {
      const char = text[state.at];
      if (char === undefined || char === "\n") fail("a regular expression is not closed");
      if (open === 0 && /\s/.test(char ?? "")) return;
      if (char === "(") open++;
      if (char === ")") open--;
      if (char === ";" || char === "&" || open < 0) fail("a regular expression has an operator in it");
      wordPart(char ?? "");
    }
  }

  function readRedirection(inputs: { text: string }[]): boolean {
    REDIRECTION.lastIndex = state.at;
    const [operator] = REDIRECTION.exec(text) ?? [];
    if (operator === undefined) return false;
    if (isBash ? /[<>]$/.test(operator) && isProcess(operator) : /^[&{]/.test(operator)) return false;
    state.at += operator.length;
    skipBlanks();
    if (/[^<]<<-?$|^<<-?$/.test(operator)) {
      readHereDelimiter(operator.endsWith("-"), inputs);
      return true;
    }
    const { text: target } = readWord();
    if (operator.endsWith("<<<")) inputs.push({ text: target });
    return true;
  }

  /** `<(` and `>(` belong to a word. */
  function isProcess(operator: string): boolean {
    return operator.length === 1 && text[state.at + 1] === "(";
  }

  function readHereDelimiter(stripsTabs: boolean, inputs: { text: string }[]): void {
    HERE_DELIMITER.lastIndex = state.at;
    const match = HERE_DELIMITER.exec(text);
    const [whole = "", single, double, escape, plain = ""] = match ?? [];
    state.at += whole.length;
    const next = text[state.at];
    if (match === null || (next !== undefined && !WORD_END.has(next))) fail("the end of a here-document is unclear");
    const input = { text: "" };
    inputs.push(input);
    const isQuoted = single !== undefined || double !== undefined || escape !== "";
    state.pending.push({ delimiter: single ?? double ?? plain, isQuoted, stripsTabs, input });
  }

  /** Reads the bodies, from after the line break that ends the line of the operators. */
  function readHereDocuments(end: ListEnd): void {
    if (state.outerPending > 0) fail("a here-document begins inside a word");
    const documents = state.pending;
    state.pending = [];
    for (const { delimiter, isQuoted, stripsTabs, input } of documents) {
      const start = state.at;
      /** The part of a line that a backslash joins with the next one. */
      let joined: string | undefined;
      // Bash takes the tabs off such an end, too.
      if (stripsTabs && delimiter.startsWith("\t")) fail("the end of a here-document is unclear");
      for (;;) {
        if (state.at >= text.length) {
          if (end !== "end" || state.level > 0) fail("a here-document is not closed");
          input.text = text.slice(start);
          break;
        }
        const lineEnd = text.indexOf("\n", state.at);
        const from = state.at;
        state.at = lineEnd === -1 ? text.length : lineEnd + 1;
        const line = text.slice(from, lineEnd === -1 ? text.length : lineEnd);
        // Bash joins such lines before it looks for the end.
        if (joined !== undefined && removeTabs(joined + line) === removeTabs(delimiter))
          fail("the end of a here-document is unclear");
        if (joined === undefined && (stripsTabs ? removeTabs(line) : line) === delimiter) {
          input.text = text.slice(start, from);
          break;
        }
        const isContinued = !isQuoted && (/\\+$/.exec(line)?.[0].length ?? 0) % 2 === 1;
        joined = isContinued ? (joined ?? "") + line.slice(0, -1) : undefined;
      }
      if (stripsTabs) input.text = input.text.replaceAll(/^\t+/gm, "");
      if (isQuoted) continue;
      const reading = createReader(input.text, dialect, state.level + 1).read((reader) => reader.body());
      commands.push(...reading.commands);
      quotedCode.push(...reading.quotedCode);
      if (reading.problem !== undefined) fail(reading.problem);
    }
  }

  function readBody(): void {
    while (state.at < text.length) {
      const char = text[state.at];
      if (char === "\\") state.at += 2;
      else if (char === "$") dollar(true);
      else if (char === "`") backticks(true);
      else state.at++;
    }
  }

  const reader: Reader = {
    list: readList,
    body: readBody,
    read(part) {
      let problem: string | undefined;
      if (text.includes("\0")) problem = "it has a null character in it";
      else if (state.level > MAX_DEPTH) problem = "it is nested too deeply";
      else
        try {
          part(reader);
        } catch (error) {
          if (!(error instanceof Unreadable)) throw error;
          problem = error.message;
        }
      return { commands, quotedCode, problem };
    },
  };
  return reader;
}

function removeTabs(line: string): string {
  return line.replace(/^\t+/, "");
}
