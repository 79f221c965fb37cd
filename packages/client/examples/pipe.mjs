// What one session says and does, as material for another.
import { claude, pipeTo } from "@unspool/client";

const reviewer = claude.session({ model: "opus" });
const fix = claude.ask("Fix the failing test", { permissionMode: "acceptEdits" });
const review = pipeTo(fix, reviewer, { prompt: "Review this fix." });
console.log((await fix).text, (await review).text);
await reviewer.close();
