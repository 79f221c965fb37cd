// The `initialize` request and its reply, updated by later messages.

import type { Json, JsonObject } from "@unspool/protocol";
import { isObject } from "@unspool/protocol/kit";
import type { SDKControlInitializeResponse, SlashCommand } from "../types/types.ts";

export interface Initialization {
  /** Stores the request as it was written. */
  onRequest(line: string): void;
  /** Reads the reply and changed lists from the messages. */
  read(message: JsonObject): void;
  onReply(reply: JsonObject): void;
  /** Returns the fields of the request, to send it again. */
  request(): JsonObject;
  reply(): SDKControlInitializeResponse;
}

/** The reply of a CLI that reports nothing. */
const EMPTY_REPLY = {
  commands: [],
  agents: [],
  output_style: "",
  available_output_styles: [],
  models: [],
  account: {},
};

export function createInitialization(): Initialization {
  let requestId: Json | undefined;
  let fields: JsonObject = {};
  let reply: JsonObject = {};
  let commands: SlashCommand[] | undefined;
  return {
    onRequest(line) {
      const { request_id: id, request } = JSON.parse(line) as { request_id?: Json; request?: JsonObject };
      requestId = id;
      const { subtype: _subtype, ...rest } = request ?? {};
      fields = rest;
    },
    read({ type, subtype, response, commands: changed }) {
      if (type === "control_response" && isObject(response) && response["request_id"] === requestId) {
        if (isObject(response["response"])) reply = response["response"];
      } else if (type === "system" && subtype === "commands_changed" && Array.isArray(changed)) {
        commands = changed as unknown as SlashCommand[];
      }
    },
    onReply(newReply) {
      reply = newReply;
      commands = undefined;
    },
    request: () => fields,
    reply() {
      const complete = { ...EMPTY_REPLY, ...reply } as unknown as SDKControlInitializeResponse;
      return commands === undefined ? complete : { ...complete, commands };
    },
  };
}
