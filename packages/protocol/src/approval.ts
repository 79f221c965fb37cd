// `@unspool/protocol/approval`: what a person has to see before a tool may run, for every place where people are asked.

export { describeRequest } from "./approval/describe-request.ts";
export type { ApprovalDescription, ApprovalRequest, ApprovalWarning } from "./approval/describe-request.ts";
export type { ApprovalAlways } from "./approval/always.ts";
export type { ApprovalField } from "./approval/fields.ts";
export type { ApprovalLine, ApprovalPiece } from "./approval/visible.ts";
