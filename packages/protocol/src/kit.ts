// Small helpers that every package of unspool needs. They are published because the packages import them from here; they
// may change in any release.

export { getErrorMessage, toSentence, toWellFormed } from "./kit/error-message.ts";
export { findNearest } from "./kit/find-nearest.ts";
export { isRecord, parseObject } from "./kit/json.ts";
export { asObject, isObject } from "./wire/read.ts";
