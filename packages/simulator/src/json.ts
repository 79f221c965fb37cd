// JSON types and guards of scenarios, lines and requests.

export type { Json, JsonObject } from "@unspool/protocol";
export { isObject, isRecord } from "@unspool/protocol/kit";
