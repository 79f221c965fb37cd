// Addresses that a reader may follow: to the web or to a mailbox. Everything else stays text.

const SCHEMES: ReadonlySet<string> = new Set(["http:", "https:", "mailto:"]);
const MAX_CHARACTERS = 2000;

/** The address as a browser would write it, or undefined. */
export function safeLink(address: string): string | undefined {
  if (address.length > MAX_CHARACTERS) return undefined;
  try {
    const { protocol, href } = new URL(address);
    return SCHEMES.has(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}
