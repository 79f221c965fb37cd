// A `claude` for tests: scenarios as data, a simulated executable, the same in process, and a stub of the Messages API.

// Scenarios: the format, loading and building.
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
export type { Fault, FaultTrigger } from "./faults/types.ts";
export { checkFaults, FAULT_NAMES } from "./faults/check-faults.ts";
export type { Json, JsonObject } from "./json.ts";
export { checkScenario } from "./scenario/check/check-scenario.ts";
export type { Locate, Position } from "./scenario/check/check-scenario.ts";
export { ScenarioError } from "./check/scenario-error.ts";
export type { ScenarioErrorCode, ScenarioErrorDetails, ScenarioProblem } from "./check/scenario-error.ts";
export type { ScenarioSource } from "./scenario/load/scenario-source.ts";
export { loadScenario } from "./scenario/load/load-scenario.ts";
export type { LoadOptions } from "./scenario/load/load-scenario.ts";
export { loadReadyMade, readyMade } from "./scenario/load/ready-made.ts";
export { scenario } from "./scenario/build/builder.ts";
export type { ScenarioBuilder } from "./scenario/build/builder.ts";
export { say } from "./scenario/build/say.ts";
export type { AgentStart, Part, ReplyPart, Say, ToolDetails } from "./scenario/build/say.ts";
export { scenarioFromRecording } from "./scenario/recording/from-recording.ts";
export type { RecordingOptions } from "./scenario/recording/from-recording.ts";

// Playing a scenario, for other engines or API stubs.
export { createScript, nothingLeft } from "./scenario/play/script.ts";
export type { Script, ScriptOptions, TurnScript } from "./scenario/play/script.ts";
export type { PlainReply } from "./scenario/play/reply.ts";
export { splitText, splitBlock } from "./scenario/play/pieces.ts";
export { fillPlaceholders } from "./scenario/play/placeholders.ts";
export type { Placeholders } from "./scenario/play/placeholders.ts";

// The model stub: a stand-in Messages API.
export { startModelStub, type ModelStub } from "./api/model-stub.ts";
export { ModelStubError } from "./api/request/errors.ts";
export type { StubEnvironmentOptions } from "./api/environment.ts";
export type { ModelStubOptions } from "./api/options.ts";
export type { ServedAgent, ReceivedRequest, Reach, ServedAnswer, ServedBlock } from "./api/serve/served.ts";

// The simulated CLI in process.
export { simulate } from "./simulate.ts";
export type { SimulatedClaude, SimulatedExit, SimulateOptions } from "./simulate.ts";
export { spawnSimulated } from "./spawn-simulated.ts";
export type { SimulatedLaunch, SimulatedSpawn, SpawnSimulatedOptions } from "./spawn-simulated.ts";
export { createMemoryStore } from "./cli/sessions/session-store.ts";
export type { SavedSession, SessionStore } from "./cli/sessions/session-store.ts";
export type { Dialect } from "./engine/lines/dialects.ts";
export type { StoredSession } from "./engine/sessions/options.ts";
export { SIMULATED_VERSIONS } from "./engine/versions/simulated-versions.ts";
