// Images: an image in the prompt, and our own tool that returns another one to the model.
//
//   npm run example -- images                            on the simulator, free
//   npm run example -- images --claude picture.png       with your own claude and image
//
// The result also has the images that tools returned: the example lists them.
import { readFileSync } from "node:fs";
import { extname } from "node:path";
import { encode, isKnownBlock, type ContentBlock } from "@unspool/protocol";
import { claude, tool } from "unspool";

/** A PNG: two red pixels above two blue ones. */
const FLAG = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR42mP4z8AARAxg8j8AG/ID/Y4I1K8AAAAASUVORK5CYII=";
const MEDIA_TYPES = {
  ".png": "image/png",
  ".jpg": "image/jpeg",
  ".jpeg": "image/jpeg",
  ".gif": "image/gif",
  ".webp": "image/webp",
} as const;

const file = process.argv[2];
const picture = encode.image({
  data: file === undefined ? FLAG : readFileSync(file, "base64"),
  mediaType: MEDIA_TYPES[extname(file ?? "flag.png").toLowerCase() as keyof typeof MEDIA_TYPES],
});

/** The model calls it as `mcp__unspool__screenshot` and sees what the function returns. */
const screenshot = tool("screenshot", {}, () => ({ type: "image", data: FLAG, mimeType: "image/png" }), {
  description: "Takes a picture of the screen as it is now",
});

const prompt = [encode.text("Describe this picture, then compare it with a screenshot."), picture];
const { text, toolCalls } = await claude.ask(prompt, { tools: [screenshot] });
console.log(text);

for (const { name, result } of toolCalls) {
  // The content as the tool sent it: a string or blocks.
  const blocks = (Array.isArray(result?.content) ? result.content : []) as readonly ContentBlock[];
  for (const block of blocks) {
    // A newer CLI may send blocks that these types do not have: `isKnownBlock` lets `type` narrow the block.
    if (!isKnownBlock(block) || block.type !== "image" || block.source.type !== "base64") continue;
    const { media_type: mediaType, data } = block.source;
    console.log(`${name} returned ${mediaType}, ${Buffer.from(data, "base64").length} bytes`);
  }
}
