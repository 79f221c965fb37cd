// Every line both ways into a file, and the same answers out of it again: a test without tokens.
import { claude, replay } from "@unspool/client";

const first = await claude.ask("Say hello", { record: { file: "hello.rec", overwrite: true } });
const again = await replay("hello.rec").ask("Say hello");
console.log(first.text === again.text);
