// An image in the prompt: a block beside the text. `readFileSync("screen.png", "base64")` reads one from a file.
import { claude } from "@unspool/client";
import { encode } from "@unspool/protocol";

const data = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEUlEQVR42mP4z8AARAxg8j8AG/ID/Y4I1K8AAAAASUVORK5CYII=";
const prompt = [encode.text("What does this show?"), encode.image({ data, mediaType: "image/png" })];
console.log((await claude.ask(prompt)).text);
