// Generates text of tools and people: code with quotes and backslashes, other scripts, and text that looks like fields of a
// line.

const PIECES = [
  'const value = read("input_tokens", { deep: true });\n',
  "    return items.map((item) => item.name).filter(Boolean);\n",
  'The file has "quotes", C:\\Users\\ann\\notes.txt and a tab\there.\n',
  '{"type":"assistant","message":{"id":"msg_1","usage":{"input_tokens":1,"output_tokens":999999}}}\n',
  "grep -rn 'cost-state' . | head -20 && echo done\n",
  "Größe: 12 µm, naïve café, 東京の天気は晴れ、絵文字 🎉 and a line\u2028separator\n",
  "lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor incididunt ut labore\n",
  "      12→export function parse(text: string): Value {\n      13→  const at = text.indexOf('\\\"');\n",
  '"timestamp":"1999-01-01T00:00:00.000Z","sessionId":"nobody"}]}\n',
  "\u001B[31mFAIL\u001B[0m test/read.test.ts > reads\n",
];

export function sampleText(random, mean) {
  const length = 5 + random.skewed(mean);
  let text = "";
  while (text.length < length) text += random.pick(PIECES);
  return text.slice(0, length);
}
