// What was asked at the start, and what the CLI told about itself then and since.

import type { Json, JsonObject } from "@unspool/protocol";
import type { SDKControlInitializeResponse, SlashCommand } from "./types.ts";

export interface Initialization {
  /** The request, as it was written. */
  asked(line: string): void;
  /** Looks at every message: the answer is one of them, and lists that have changed are others. */
  read(message: JsonObject): void;
  answered(reply: JsonObject): void;
  /** Its fields, to be asked again. */
  request(): JsonObject;
  reply(): SDKControlInitializeResponse;
}

/** What a CLI that says nothing has told. */
const NOTHING = { commands: [], agents: [], output_style: "", available_output_styles: [], models: [], account: {} };

export function createInitialization(): Initialization {
  let requestId: Json | undefined;
  let fields: JsonObject = {};
  let reply: JsonObject = {};
  let commands: SlashCommand[] | undefined;
  return {
    asked(line) {
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
    answered(again) {
      reply = again;
      commands = undefined;
    },
    request: () => fields,
    reply() {
      const told = { ...NOTHING, ...reply } as unknown as SDKControlInitializeResponse;
      return commands === undefined ? told : { ...told, commands };
    },
  };
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
