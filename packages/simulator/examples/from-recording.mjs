// Derives a scenario from a recording: node from-recording.mjs < stream.ndjson > scenario.json
import { text } from "node:stream/consumers";
import { scenarioFromRecording } from "@unspool/simulator";

const scenario = scenarioFromRecording(await text(process.stdin), { name: "from production" });
process.stdout.write(`${JSON.stringify(scenario, null, 2)}\n`);
