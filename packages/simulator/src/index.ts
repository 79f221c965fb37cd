// A `claude` for tests: scenarios as data, a fake executable, the same engine in process, and a stand-in Messages API.

// Scenarios: the format, and the ways to one.
export type {
  AgentScript,
  ApiError,
  Block,
  Elicitation,
  PromptPattern,
  RateLimit,
  RawBlock,
  Reply,
  ReplyDetails,
  Scenario,
  TextBlock,
  ThinkingBlock,
  ToolBlock,
  Turn,
  Usage,
} from "./scenario/types.ts";
export type { HostAnswer, HostScript, HostStep } from "./scenario/host-types.ts";
export type { Fault, FaultPlace } from "./faults/types.ts";
export { checkFaults, FAULT_NAMES } from "./faults/check.ts";
export type { Json, JsonObject } from "./json.ts";
export { checkScenario } from "./scenario/check.ts";
export type { Locate, Position } from "./scenario/check.ts";
export { ScenarioError } from "./scenario/error.ts";
export type { ScenarioErrorCode, ScenarioErrorDetails, ScenarioProblem } from "./scenario/error.ts";
export type { ScenarioSource } from "./scenario/any-scenario.ts";
export { loadScenario } from "./scenario/load.ts";
export type { LoadOptions } from "./scenario/load.ts";
export { loadReadyMade, readyMade } from "./scenario/ready-made.ts";
export { scenario } from "./scenario/builder.ts";
export type { ScenarioBuilder } from "./scenario/builder.ts";
export { say } from "./scenario/say.ts";
export type { AgentStart, Part, ReplyPart, Say, ToolDetails } from "./scenario/say.ts";
export { scenarioFromRecording } from "./scenario/from-recording.ts";
export type { RecordingOptions } from "./scenario/from-recording.ts";

// Playing one: for those who write an engine or an API of their own.
export { createScript, nothingLeft } from "./scenario/script.ts";
export type { Script, ScriptOptions, TurnScript } from "./scenario/script.ts";
export type { PlainReply } from "./scenario/reply.ts";
export { piecesOf, piecesOfBlock } from "./scenario/pieces.ts";
export { fillPlaces } from "./scenario/places.ts";
export type { Places } from "./scenario/places.ts";

// The stand-in Messages API.
export { startModelStub, type ModelStub } from "./api/model-stub.ts";
export { ModelStubError } from "./api/errors.ts";
export type { StubEnvironmentOptions } from "./api/environment.ts";
export type { ModelStubOptions } from "./api/options.ts";
export type { AgentOfAnswer, AskedRequest, Reach, ServedAnswer, ServedBlock } from "./api/truth.ts";

// The fake CLI in process.
export { simulate } from "./simulate.ts";
export type { SimulatedClaude, SimulatedExit, SimulateOptions } from "./simulate.ts";
export { spawnSimulated } from "./spawn-simulated.ts";
export type { SimulatedLaunch, SimulatedSpawn, SpawnSimulatedOptions } from "./spawn-simulated.ts";
export { createMemoryStore } from "./cli/store.ts";
export type { KeptSession, SessionStore } from "./cli/store.ts";
export type { Dialect, StoredSession } from "./engine/types.ts";
export { SIMULATED_VERSIONS } from "./engine/versions.ts";
