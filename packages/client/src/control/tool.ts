// A tool that runs in the host's own process: a name, what it takes, and a function. The model calls it like any other.

import type { JsonObject } from "@unspool/protocol";
import { ClaudeError } from "../errors.ts";
import { checkKind } from "../options/check.ts";
import { boolean, fields, text, type Kind } from "../options/kind.ts";
import { checkValue } from "../schema/check-value.ts";
import { jsonSchemaOf } from "../schema/json-schema-of.ts";
import { type AnySchema, isStandardSchema, type SchemaOutput } from "../schema/kinds.ts";
import { messageOf } from "../message-of.ts";
import { failure, toToolResult, type NearMiss, type ToolOutput, type ToolResult } from "./tool-result.ts";

export interface ToolContext {
  /** Aborted when the model or the CLI no longer waits for the result, and when the session closes. */
  readonly signal: AbortSignal;
  /** Undefined up to CLIs that do not tell it. */
  readonly toolUseId: string | undefined;
}

export type ToolHandler<Input, Output = ToolOutput> = (input: Input, context: ToolContext) => Output | Promise<Output>;

/** What else the model, and the CLI, are told about it. */
export interface ToolDetails {
  /** When to use it and what comes back. Models choose by it. @default its name */
  readonly description?: string;
  /** Hints of MCP: `readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`, `title`. */
  readonly annotations?: ToolAnnotations;
  /**
   * The model knows it from the start. False: newer CLIs (2.1.325) may tell the model only its name and let it search for
   * the rest, which spares context where there are very many. @default true
   */
  readonly alwaysLoad?: boolean;
}

export interface ToolAnnotations {
  readonly title?: string;
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
}

export interface Tool {
  readonly name: string;
  readonly details: ToolDetails;
  /** @throws {ClaudeError} `invalid-option` if its schema has no JSON Schema, or is none of an object */
  inputSchema(): Promise<JsonObject>;
  /** Checks the input and runs it. Never rejects: what goes wrong is a result that tells the model so. */
  call(input: unknown, context: ToolContext): Promise<ToolResult>;
}

/** Something that no function is, with the reason in the compiler's words; anything, if there is none. */
type Explained<Reason> = [Reason] extends [never] ? unknown : { readonly cannotReturn: Reason };

/**
 * @param schema of its input: an object of Standard Schemas, one Standard Schema, or a JSON Schema, which nobody checks
 * @param handler returns a text, a number, any JSON, or blocks of MCP (`{ type: "image", data, mimeType }`), one or a list;
 * what it throws is told to the model
 */
export function tool<const Schema extends AnySchema, const Output extends ToolOutput>(
  name: string,
  schema: Schema,
  handler: ToolHandler<SchemaOutput<Schema>, Output> & Explained<NearMiss<Output>>,
  details: ToolDetails = {},
): Tool {
  // The name of the server stands before it, and the API takes no other characters.
  if (typeof name !== "string" || !/^[a-zA-Z0-9_-]{1,64}$/.test(name)) {
    throw new ClaudeError(
      "invalid-option",
      `A tool cannot be named ${JSON.stringify(name)}: use 1 to 64 letters, digits, _ and -.`,
      { name },
    );
  }
  if (typeof handler !== "function") {
    throw new ClaudeError("invalid-option", `The tool ${name} has no handler: give a function.`, { name });
  }
  checkKind("details", details, fields(DETAILS));
  let converted: Promise<JsonObject> | undefined;
  return {
    name,
    details,
    inputSchema: () => (converted ??= objectSchemaOf(name, schema)),
    async call(input, context) {
      try {
        const checked = await checkValue(schema, input);
        if (!checked.ok) return failure(`Invalid input for ${name}: ${checked.issues}`);
        return toToolResult(await handler(checked.value, context));
      } catch (error) {
        return failure(messageOf(error));
      }
    },
  };
}

const ANNOTATIONS: Readonly<Record<keyof ToolAnnotations, Kind>> = {
  title: text,
  readOnlyHint: boolean,
  destructiveHint: boolean,
  idempotentHint: boolean,
  openWorldHint: boolean,
};

const DETAILS: Readonly<Record<keyof ToolDetails, Kind>> = {
  description: text,
  annotations: fields(ANNOTATIONS),
  alwaysLoad: boolean,
};

/** MCP takes only objects. A JSON Schema may leave that unsaid. */
async function objectSchemaOf(name: string, schema: AnySchema): Promise<JsonObject> {
  const converted = await jsonSchemaOf(schema, "api").catch((error: unknown) => {
    throw new ClaudeError("invalid-option", `The tool ${name}: ${messageOf(error)}`, { name }, { cause: error });
  });
  const type = converted["type"] ?? (isStandardSchema(schema) ? undefined : "object");
  if (type === "object") return { ...converted, type };
  throw new ClaudeError("invalid-option", `The schema of the tool ${name} must be one of an object.`, { name });
}
