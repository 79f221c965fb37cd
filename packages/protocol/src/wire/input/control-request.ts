// The line of a control request of the host: an envelope with an id, which the answer repeats, and the request.

import type { ControlRequests } from "./control-requests.ts";
import type { InternalControlRequest } from "./internal-request.ts";

/** Subtypes with a public type. */
export type ControlSubtype = keyof ControlRequests;

/** One public request, chosen by its subtype: `ControlRequest<"set_model">`. */
export type ControlRequest<Subtype extends ControlSubtype> = {
  readonly subtype: Subtype;
} & ControlRequests[Subtype];

/** Every request a host may send, discriminated on `subtype`. */
export type HostControlRequest =
  | { [Subtype in ControlSubtype]: ControlRequest<Subtype> }[ControlSubtype]
  | InternalControlRequest;

/** A request of a subtype newer than this file, with whatever fields it takes. */
export interface UnlistedControlRequest<Subtype extends string> {
  readonly subtype: Subtype;
  readonly [field: string]: unknown;
}

/** The type a request of this subtype must have: exact where the subtype is public, open where it is not. */
export type ControlRequestOf<Subtype extends string> = Subtype extends ControlSubtype
  ? ControlRequest<Subtype>
  : UnlistedControlRequest<Subtype>;

/** The line. */
export interface InputControlRequest {
  readonly type: "control_request";
  /** Chosen by the host, unique among its open requests. At the top level here, inside `response` in the answer. */
  readonly request_id: string;
  readonly request: HostControlRequest;
}
