// Allows links to the web and to mailboxes only.

const SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);
const MAX_CHARACTERS = 2000;

/** Returns the normalized URL, or `undefined` if it must not be a link. */
export function toSafeLink(address: string): string | undefined {
  if (address.length > MAX_CHARACTERS) return undefined;
  try {
    const { protocol, href } = new URL(address);
    return SCHEMES.has(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}
