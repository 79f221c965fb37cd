// Checks commit messages: the gate `commits` of `npm run check`, and by itself in the workflow for pull requests.
import { runQuietly } from "./process.mjs";

const MAX_SUBJECT_LENGTH = 72;

/** Earlier commits were written before the rule. */
const FIRST_CHECKED = "7112bed";

/**
 * Returns every problem of the commits since the rule began, one line each. A shallow clone, or one without that commit,
 * checks what it has, the latest commit at least.
 */
export async function findCommitProblems() {
  const range = (await isAncestor(FIRST_CHECKED)) ? [`${FIRST_CHECKED}..HEAD`] : ["-1", "HEAD"];
  const log = await runQuietly("git log", "git", ["log", "--no-merges", "--format=%h%x00%B%x01", ...range]);
  return log
    .split("\u0001")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "")
    .flatMap((entry) => {
      const [hash, message] = entry.split("\0");
      return findMessageProblems(message).map((problem) => `${hash} ${problem}`);
    });
}

/** Returns what is wrong with one commit message. */
export function findMessageProblems(message) {
  const [subject = "", second = ""] = message.split("\n");
  const problems = [];
  if (subject.length > MAX_SUBJECT_LENGTH) {
    problems.push(`has a subject of ${subject.length} characters, more than ${MAX_SUBJECT_LENGTH}: ${subject}`);
  }
  if (/[.;,]$/.test(subject)) problems.push(`has a subject that ends with punctuation: ${subject}`);
  if (/^(fixup|squash|wip)\b/i.test(subject)) problems.push(`is unfinished: ${subject}`);
  if (second.trim() !== "") problems.push(`has no empty line below its subject: ${subject}`);
  return problems;
}

async function isAncestor(commit) {
  try {
    await runQuietly("git", "git", ["merge-base", "--is-ancestor", commit, "HEAD"]);
    return true;
  } catch {
    return false;
  }
}
