// Small helpers for the packages of unspool. They are published because the packages import them from here. They may
// change in any release.

export { getErrorMessage, toSentence, toWellFormed } from "./kit/error-message.ts";
export { findNearest } from "./kit/find-nearest.ts";
export { isRecord, parseObject } from "./kit/json.ts";
export { asObject, isObject } from "./wire/read.ts";
