// `@unspool/protocol/approval`: describes what a person must see before a tool may run, for every user interface.

export { describeRequest } from "./approval/describe-request.ts";
export type { ApprovalDescription, ApprovalRequest, ApprovalWarning } from "./approval/describe-request.ts";
export type { ApprovalAlways } from "./approval/always.ts";
export type { ApprovalField } from "./approval/fields.ts";
export type { ApprovalLine, ApprovalPiece } from "./approval/visible.ts";
