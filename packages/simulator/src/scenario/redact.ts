// Keys and tokens, found by their looks. A recording from production is turned into a file that others will read.

const mark = "[redacted]";

/** Not inside base64 data, where every pattern occurs by chance. */
const start = "(?<![A-Za-z0-9+/=_-])";

const secrets: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
  new RegExp(`${start}(?:sk|pk|rk)-[A-Za-z0-9_-]{16,}`, "g"),
  new RegExp(`${start}(?:sk|pk|rk)_(?:live|test)_[A-Za-z0-9]{10,}`, "g"),
  new RegExp(`${start}(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|glpat-[A-Za-z0-9_-]{16,})`, "g"),
  new RegExp(`${start}(?:xox[a-z]-[A-Za-z0-9-]{10,}|npm_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{30,})`, "g"),
  new RegExp(`${start}(?:(?:AKIA|ASIA)[A-Z0-9]{16}|AIza[A-Za-z0-9_-]{35})(?![A-Za-z0-9+/])`, "g"),
  new RegExp(`${start}eyJ[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}\\.[A-Za-z0-9_-]{8,}`, "g"),
];

/** What follows a name that promises a secret: the name stays. */
const named: readonly RegExp[] = [
  /(\b(?:bearer|basic)\s+)[A-Za-z0-9._~+/=-]{12,}/gi,
  /(\b[\w-]*(?:api[_-]?key|auth[_-]?token|access[_-]?token|refresh[_-]?token|secret|passwd|password)["']?\s*[:=]\s*["']?)[^\s"',;&]{8,}/gi,
  /(:\/\/[^\s:/@]+:)[^\s/@]+(?=@)/g,
];

export function redactSecrets(text: string): string {
  const bare = secrets.reduce((rest, secret) => rest.replace(secret, mark), text);
  return named.reduce((rest, secret) => rest.replace(secret, (_, name: string) => `${name}${mark}`), bare);
}
