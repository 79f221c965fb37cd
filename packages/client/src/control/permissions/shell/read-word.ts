// Reads one word of a shell command: quotes, escapes and expansions. Substitutions in it are read by the caller.

import { decodeAnsiC } from "./ansi-c.ts";
import { MARKS } from "./braces.ts";

/** Stands for text that is only known at run time: any characters inside one word. */
export const ANY_TEXT = "\uE000";
/** Stands for text that is only known at run time and may be split into any number of words. */
export const ANY_WORDS = "\uE001";

/** `posix` is what dash and busybox read: no `[[`, `((`, `$'…'`, `&>` or `<(…)`. */
export type Dialect = "bash" | "posix";

export interface Word {
  readonly text: string;
  /** The source text, without line continuations. */
  readonly raw: string;
}

export interface HereDocument {
  readonly delimiter: string;
  readonly isQuoted: boolean;
  readonly stripsTabs: boolean;
  readonly input: { text: string };
}

export interface ReaderState {
  readonly text: string;
  readonly dialect: Dialect;
  at: number;
  /** How deeply substitutions are nested. */
  level: number;
  /** Here-documents whose bodies begin with the next line. */
  pending: HereDocument[];
  /** Number of pending here-documents of an outer list: a line break inside a substitution would begin their bodies. */
  outerPending: number;
  /** Quoted texts with `$(` or a backtick, which other parts of the shell may expand later. */
  readonly quotedCode: string[];
}

/** Reads the content of a substitution. */
export interface Substitutions {
  /** From after the opening parenthesis to after the closing one. */
  readonly parenthesized: () => void;
  /** The text between backticks, without its escapes. */
  readonly nested: (code: string) => void;
}

export interface WordReader {
  readonly isWordEnd: (char: string) => boolean;
  readonly readWord: () => Word;
  /** Reads one character or quoted part of a word, and returns what it is worth. */
  readonly wordPart: (char: string) => string;
  readonly dollar: (isQuoted: boolean) => string;
  readonly backticks: (isQuoted: boolean) => string;
  /** Returns false, and stays where it was, if this is no arithmetic expression but a list in two parentheses. */
  readonly arithmetic: (from: number) => boolean;
  readonly startsWith: (what: string) => boolean;
  readonly skipBlanks: () => void;
  readonly skipComment: () => void;
  /** Fails for a line break inside a word while a here-document waits for its body: shells differ in what they read then. */
  readonly noLineBreak: (part: string) => void;
}

export class Unreadable extends Error {}

export function fail(why: string): never {
  throw new Unreadable(why);
}

export const WORD_END: ReadonlySet<string> = new Set([" ", "\t", "\n", ";", "&", "|", "<", ">", "(", ")"]);

/** Not `\\` before CR LF: that is a word of one CR, and the end of the command. */
const BLANK = /(?:[ \t]|\\\n)*/y;

/** A line continuation, which a shell removes first. */
export const CONTINUATION = "\\\n";

export function createWordReader(state: ReaderState, { parenthesized, nested }: Substitutions): WordReader {
  const { text, quotedCode } = state;
  const isBash = state.dialect === "bash";

  const startsWith = (what: string): boolean => text.startsWith(what, state.at);
  const skipBlanks = (): void => {
    BLANK.lastIndex = state.at;
    BLANK.exec(text);
    state.at = BLANK.lastIndex;
  };
  const skipComment = (): void => {
    const end = text.indexOf("\n", state.at);
    state.at = end === -1 ? text.length : end;
  };
  const keepCode = (literal: string): void => {
    if (/[`]|\$[({]/.test(literal)) quotedCode.push(literal);
  };
  const rejectLineBreak = (part: string): void => {
    if (state.pending.length + state.outerPending > 0 && part.includes("\n"))
      fail("a here-document begins inside a word");
  };

  /** Returns false, and stays where it was, if this is no arithmetic expression but a list in two parentheses. */
  function readArithmetic(from: number): boolean {
    const before = state.at;
    state.at = from;
    let hasQuotes = false;
    for (let open = 0; ;) {
      const char = text[state.at];
      if (char === undefined) break;
      if (char === ")" && open === 0) {
        if (text[state.at + 1] !== ")") break;
        // `(( "1" # )); x` is an expression to bash, and a comment to whoever reads a list.
        if (hasQuotes) fail("an arithmetic expression has quotes in it");
        rejectLineBreak(text.slice(from, state.at));
        state.at += 2;
        return true;
      }
      if (char === "$") readDollar(true);
      else if (char === "`") readBackticks(true);
      else if (char === '"' || char === "'" || char === "\\") {
        hasQuotes = true;
        readWordPart(char);
      } else {
        if (char === "(") open++;
        if (char === ")") open--;
        state.at++;
      }
    }
    state.at = before;
    return false;
  }

  function isWordEnd(char: string): boolean {
    if (!WORD_END.has(char)) return false;
    return !(isBash && (char === "<" || char === ">") && text[state.at + 1] === "(");
  }

  function readWord(): Word {
    const start = state.at;
    let result = "";
    /** Where the text of an unquoted `[` begins: up to its `]` it stands for one character. */
    let bracket = -1;
    for (;;) {
      const char = text[state.at];
      if (char === undefined) break;
      if (isWordEnd(char)) {
        if (char !== "(" || text[state.at - 1] !== "=" || state.at === start || text[state.at - 2] === "\\") break;
        // `name=(…)` is an array, and `=(…)` of zsh a substitution.
        if (state.at - start === 1) {
          state.at++;
          parenthesized();
        } else readArray();
        result += ANY_WORDS;
        continue;
      }
      if (char === "[" && bracket === -1) bracket = result.length;
      else if (char === "]" && bracket !== -1) {
        const content = result.slice(bracket + 1);
        if (content !== "" && content !== "!" && content !== "^") {
          keepCode(content);
          result = result.slice(0, bracket) + ANY_TEXT;
          bracket = -1;
          state.at++;
          while (text[state.at] === "]") state.at++;
          continue;
        }
      }
      result += readWordPart(char);
    }
    if (state.at === start) fail("a word is missing");
    const raw = text.slice(start, state.at);
    if (/[\\'"]/.test(raw)) keepCode(result);
    if (!raw.includes(CONTINUATION)) return { text: result, raw };
    if (text[state.at] === "<" || text[state.at] === ">") fail("a line break stands before a redirection");
    return { text: result, raw: raw.replaceAll(CONTINUATION, "") };
  }

  /** One character or quoted part of a word; returns what it is worth. */
  function readWordPart(char: string): string {
    switch (char) {
      case "\\": {
        const next = text[state.at + 1] ?? "\\";
        state.at = Math.min(state.at + 2, text.length);
        return next === "\n" ? "" : next;
      }
      case "'": {
        const end = text.indexOf("'", state.at + 1);
        if (end === -1) fail("a quote is not closed");
        const literal = text.slice(state.at + 1, end);
        rejectLineBreak(literal);
        keepCode(literal);
        state.at = end + 1;
        return literal;
      }
      case '"':
        state.at++;
        return readDoubleQuoted();
      case "$":
        return readDollar(false);
      case "`":
        return readBackticks(false);
      case "<":
      case ">":
        if (!(isBash && text[state.at + 1] === "(")) break;
        state.at += 2;
        parenthesized();
        return ANY_TEXT;
      case "*":
      case "?":
        state.at++;
        return ANY_TEXT;
      case "{":
      case ",":
      case "}":
        state.at++;
        return isBash ? MARKS[char] : char;
      default:
    }
    state.at++;
    return char;
  }

  function readDoubleQuoted(): string {
    let result = "";
    for (;;) {
      const char = text[state.at];
      if (char === undefined) return fail("a quote is not closed");
      if (char === '"') {
        state.at++;
        return result;
      }
      if (char === "\\" && /[$`"\\\n]/.test(text[state.at + 1] ?? "")) {
        if (text[state.at + 1] !== "\n") result += text[state.at + 1];
        else rejectLineBreak("\n");
        state.at += 2;
      } else if (char === "$") result += readDollar(true);
      else if (char === "`") result += readBackticks(true);
      else {
        rejectLineBreak(char);
        result += char;
        state.at++;
      }
    }
  }

  function readDollar(isQuoted: boolean): string {
    const unknown = isQuoted ? ANY_TEXT : ANY_WORDS;
    const next = text[state.at + 1] ?? "";
    if (text.startsWith(CONTINUATION, state.at + 1)) fail("a line break stands behind a $");
    if (isBash && !isQuoted && next === "'") {
      const { value, end } = decodeAnsiC(text, state.at + 2) ?? fail("a quote is not closed");
      rejectLineBreak(text.slice(state.at, end));
      if (value.includes("\0") || text.slice(state.at, end).includes("\\x{")) fail("it has a null character in it");
      keepCode(value);
      state.at = end;
      return value;
    }
    if (isBash && !isQuoted && next === '"') {
      state.at += 2;
      return readDoubleQuoted();
    }
    if (next === "(") {
      if (startsWith("$((") && readArithmetic(state.at + 3)) return ANY_TEXT;
      state.at += 2;
      parenthesized();
      return unknown;
    }
    if (next === "{") return readParameter(isQuoted);
    if (next === "[" && isBash) fail("$[ is no longer written");
    const name = /^(?:[A-Za-z_]\w*|[0-9@*#?$!-])/.exec(text.slice(state.at + 1, state.at + 201))?.[0];
    state.at++;
    if (name === undefined) return "$";
    if (name.length > 199) fail("a name is too long");
    state.at += name.length;
    if (name === "@") return ANY_WORDS;
    return /^[#?$!]$/.test(name) ? ANY_TEXT : unknown;
  }

  /** `${…}`, with what is expanded inside it. */
  function readParameter(isQuoted: boolean): string {
    const start = state.at;
    state.at += 2;
    if (/[\s|(]/.test(text[state.at] ?? " ") || startsWith(CONTINUATION)) fail("${ is followed by a command");
    for (;;) {
      const char = text[state.at];
      if (char === undefined) return fail("${ is not closed");
      if (char === "}") break;
      if (char === "'" && isQuoted) fail("a single quote stands in a quoted ${…}");
      if (char === "$") readDollar(isQuoted);
      else if (char === "`") readBackticks(isQuoted);
      else if (char === "\\" || char === "'" || char === '"') readWordPart(char);
      else if ((char === "<" || char === ">") && text[state.at + 1] === "(") readWordPart(char);
      else {
        rejectLineBreak(char);
        state.at++;
      }
    }
    state.at++;
    const raw = text.slice(start, state.at);
    if (/@[A-Za-z]*P[A-Za-z]*\}$/.test(raw)) fail("${…@P} runs what a variable holds");
    // `"${!x}"` is several words where x holds `a[@]`.
    return isQuoted && !/@|^\$\{!/.test(raw) ? ANY_TEXT : ANY_WORDS;
  }

  function readBackticks(isQuoted: boolean): string {
    let inner = "";
    for (state.at++; text[state.at] !== "`"; state.at++) {
      if (state.at >= text.length) return fail("a backtick is not closed");
      const next = text[state.at + 1];
      const isEscape = text[state.at] === "\\" && next !== undefined;
      if (isEscape && (next === "`" || next === "$" || next === "\\" || (isQuoted && next === '"'))) state.at++;
      inner += text[state.at];
    }
    state.at++;
    rejectLineBreak(inner);
    nested(inner);
    return isQuoted ? ANY_TEXT : ANY_WORDS;
  }

  function readArray(): void {
    state.at++;
    for (;;) {
      skipBlanks();
      const char = text[state.at];
      if (char === ")") {
        state.at++;
        return;
      }
      if (char === "\n") {
        rejectLineBreak("\n");
        state.at++;
      } else if (char === "#") skipComment();
      else if (char === undefined || isWordEnd(char)) fail("an array is not closed");
      else readWord();
    }
  }

  return {
    isWordEnd,
    readWord,
    wordPart: readWordPart,
    dollar: readDollar,
    backticks: readBackticks,
    arithmetic: readArithmetic,
    startsWith,
    skipBlanks,
    skipComment,
    noLineBreak: rejectLineBreak,
  };
}
