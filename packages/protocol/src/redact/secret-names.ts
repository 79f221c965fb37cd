// Recognizes the names of secrets (variables, JSON keys, headers, flags), and values that are only placeholders.

/** The end of a secret name. Not `pwd`, which is a folder, and not `tokens`, which are counts. */
export const SECRET_NAME_END: string =
  "(?:password|passwd|passphrase|mysql_pwd|redis(?:cli)?_auth|sshpass|(?:db|smtp|mail|ftp|ldap|admin|root|user)_pass" +
  "|client[_-]?key[_-]?data|secret(?:[_-]?key[_-]?base)?|credentials?|authorization|cookie" +
  "|(?:api|access|secret|private|account|auth|signing|encryption|master|subscription)[_-]?key" +
  "|token)(?:[_-]?\\d{1,3})?";

const SECRET_NAME = new RegExp(`${SECRET_NAME_END}$`, "i");

/** Names of ids that end in "token". Redacting them would break references between messages. */
const HARMLESS_NAME = /(?:progress|page|continuation|next|cancell?ation|stop|start|end|pad)[_-]?token$/i;

/** Names are short; longer texts are something else. */
const MAX_NAME_LENGTH = 200;

export function isSecretName(name: string): boolean {
  return name.length <= MAX_NAME_LENGTH && SECRET_NAME.test(name) && !HARMLESS_NAME.test(name);
}

/** Whether the value is a secret although its name is not: `auth` of Docker and npm is `user:password`. */
export function isEncodedLogin(name: string, value: string): boolean {
  if (!/^_?auth$/i.test(name) || !/^[A-Za-z0-9+/]{8,4096}={0,2}$/.test(value)) return false;
  return /^[\x21-\x7e]{1,200}:[\x20-\x7e]+$/.test(decodeBase64(value));
}

/** Decodes base64 to one character per byte. An incomplete last character is ignored. */
function decodeBase64(value: string): string {
  const bare = value.replace(/=+$/, "");
  return atob(bare.length % 4 === 1 ? bare.slice(0, -1) : bare);
}

/** Whether a value is not a secret but a placeholder: `${KEY}`, `<your key>`, `***`, `null`, already redacted text. */
export function isPlaceholder(value: string): boolean {
  return value.length === 0 || PLACEHOLDER.test(value);
}

const PLACEHOLDER =
  /^(?:[\s\\]*(?:\$[({]?\w{0,100}[)}]?|<[^<>]{0,100}>|\{\{[^{}]{0,100}\}\}|%\w{1,100}%|[*x.•-]{3,100}|null|undefined|none|true|false|string|number|boolean|required|optional|unset)|(?:bearer |basic )?\[redacted\])[\s\\]*$/i;
