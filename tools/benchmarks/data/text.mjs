// Generates texts of models and tools: prose with line breaks and quotes, source code with more of both, and a few characters
// outside ASCII.

const WORDS = (
  "the a of to and in is that it for on with as this be are by from at which when file test function value line error " +
  "stream decoder parser event message returns handles because however first then check state buffer chunk session " +
  "agent result input output change call fails passes should would read write update already without before after"
).split(" ");
const NAMES = "state line event buffer chunk offset result index lane block message count options limit".split(" ");
/** Mostly typography and marks, as English text has them; now and then a letter or a picture beyond the basic plane. */
const BEYOND_ASCII = ["—", "’", "→", "✓", "é", "ü", "…", "“quoted”", "日本語", "🎉"];
/** Every piece of a text of these has a character outside ASCII. */
export const JAPANESE =
  "この関数は 値を返す テスト ストリーム 読み込む 次に 確認します エラー メッセージ 状態 変更 結果".split(" ");
/** Twice the length of the longest text. */
const POOL_LENGTH = 400_000;

/**
 * Generates text. It writes a pool once and slices it, so that gigabytes are cheap.
 * @param {ReturnType<import("./random.mjs").createRandom>} random
 * @param {readonly string[]} words the words of prose
 * @param {number} foreignShare share of texts with a character outside ASCII
 */
export function createText(random, words = WORDS, foreignShare = 0.03) {
  const prose = fill(() => sentence(random, words));
  const code = fill(() => codeLine(random));

  function cut(pool, length) {
    const start = random.integer(0, pool.length - length);
    return withForeign(pool.slice(start, start + length));
  }

  function withForeign(text) {
    if (!random.isLikely(foreignShare)) return text;
    const place = random.integer(0, text.length);
    return text.slice(0, place) + random.pick(BEYOND_ASCII) + text.slice(place);
  }

  return {
    prose: (length) => cut(prose, length),
    code: (length) => cut(code, length),
    /** Prose in the pieces a model streams: 2 to 40 characters each. */
    pieces: (count) => Array.from({ length: count }, () => cut(prose, random.integer(2, 40))),
  };
}

function fill(write) {
  const parts = [];
  for (let length = 0; length < POOL_LENGTH; length += parts.at(-1).length) parts.push(write());
  return parts.join("");
}

function sentence(random, vocabulary) {
  const words = [];
  for (let count = random.integer(6, 18); count > 0; count -= 1) words.push(random.pick(vocabulary));
  if (random.isLikely(0.2)) words[2] = `\`${random.pick(NAMES)}\``;
  if (random.isLikely(0.15)) words[3] = `"${words[3]}"`;
  const end = random.isLikely(0.15) ? ".\n\n" : random.isLikely(0.1) ? ":\n- " : ". ";
  return words.join(" ") + end;
}

function codeLine(random) {
  const indent = "  ".repeat(random.integer(0, 4));
  const [a, b, c] = [random.pick(NAMES), random.pick(NAMES), random.pick(NAMES)];
  const number = random.integer(0, 999);
  return (
    indent +
    random.pick([
      `const ${a} = ${b}.${c}(${number});\n`,
      `if (${a} === "${b}") return ${c}["${a}"];\n`,
      `import { ${a}, ${b} } from "./${c}.ts";\n`,
      `// ${random.pick(WORDS)} ${random.pick(WORDS)} ${random.pick(WORDS)} ${random.pick(WORDS)}\n`,
      `expect(${a}.${b}).toEqual({ ${c}: "${number}\\n", ${a}: [${number}] });\n`,
      `for (const ${a} of ${b}) ${c}.push(\`\${${a}}:${number}\`);\n`,
      "}\n",
      "\n",
    ])
  );
}
