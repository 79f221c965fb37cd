// Decodes the character references that people write in Markdown. Numbered ones may produce control characters: clean the result.

const NAMED: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: "&",
    lt: "<",
    gt: ">",
    quot: '"',
    apos: "'",
    nbsp: "\u00A0",
    copy: "©",
    hellip: "…",
    mdash: "—",
    ndash: "–",
    rarr: "→",
    larr: "←",
    times: "×",
  }),
);
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|([a-z]{2,6}));/g;

export function decodeEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(REFERENCE, (whole: string, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole;
    const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
    return point > 0 && point <= 0x10_ff_ff && !(point >= 0xd8_00 && point <= 0xdf_ff)
      ? String.fromCodePoint(point)
      : whole;
  });
}
