// Creates a tool that runs in the host's process: a name, a schema and a function. The model calls it like any other tool.

import type { JsonObject } from "@unspool/protocol";
import { getErrorMessage } from "@unspool/protocol/kit";
import { ClaudeError } from "../../errors.ts";
import { checkOption } from "../../validation/check-option.ts";
import { boolean, fields, text, type Validator } from "../../validation/validator.ts";
import { checkValue } from "../../schema/check-value.ts";
import { toJsonSchema } from "../../schema/to-json-schema.ts";
import { type AnySchema, isStandardSchema, type SchemaOutput } from "../../schema/schema-types.ts";
import { createFailure, toToolResult, type NearMiss, type ToolOutput, type ToolResult } from "./tool-result.ts";

export interface ToolContext {
  /** Aborted when the model or the CLI no longer waits for the result, and when the session closes. */
  readonly signal: AbortSignal;
  /** Undefined if the CLI does not send it. */
  readonly toolUseId: string | undefined;
}

export type ToolHandler<Input, Output = ToolOutput> = (input: Input, context: ToolContext) => Output | Promise<Output>;

/** Details of a tool for the model and the CLI. */
export interface ToolDetails {
  /** When to use the tool and what it returns. The model chooses by it. @default the name */
  readonly description?: string;
  /** Hints of MCP: `readOnlyHint`, `destructiveHint`, `idempotentHint`, `openWorldHint`, `title`. */
  readonly annotations?: ToolAnnotations;
  /**
   * Whether the model knows the tool from the start. If not, newer CLIs (2.1.325) may send the model only its name, and let it
   * search for the rest, which saves context if there are very many tools. @default true
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
  /** @throws {ClaudeError} `invalid-option` if the schema has no JSON Schema, or does not describe an object */
  inputSchema(): Promise<JsonObject>;
  /** Checks the input and runs the tool. Never rejects: an error becomes a result that the model reads. */
  call(input: unknown, context: ToolContext): Promise<ToolResult>;
}

/** A type that no function has, with the reason for the compiler's message; `unknown` without a reason. */
type Explained<Reason> = [Reason] extends [never] ? unknown : { readonly cannotReturn: Reason };

/**
 * @param schema of its input: an object of Standard Schemas, one Standard Schema, or a JSON Schema, which is not checked
 * @param handler returns text, a number, any JSON, or one or more blocks of MCP (`{ type: "image", data, mimeType }`);
 *   the model reads the message of an error that it throws
 */
export function tool<const Schema extends AnySchema, const Output extends ToolOutput>(
  name: string,
  schema: Schema,
  handler: ToolHandler<SchemaOutput<Schema>, Output> & Explained<NearMiss<Output>>,
  details: ToolDetails = {},
): Tool {
  // The API accepts no other characters, and the server's name is put before it.
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
  checkOption("details", details, fields(DETAILS));
  let converted: Promise<JsonObject> | undefined;
  return {
    name,
    details,
    inputSchema: () => (converted ??= toObjectSchema(name, schema)),
    async call(input, context) {
      try {
        const checked = await checkValue(schema, input);
        if (!checked.ok) return createFailure(`Invalid input for ${name}: ${checked.issues}`);
        return toToolResult(await handler(checked.value, context));
      } catch (error) {
        return createFailure(getErrorMessage(error));
      }
    },
  };
}

const ANNOTATIONS: Readonly<Record<keyof ToolAnnotations, Validator>> = {
  title: text,
  readOnlyHint: boolean,
  destructiveHint: boolean,
  idempotentHint: boolean,
  openWorldHint: boolean,
};

const DETAILS: Readonly<Record<keyof ToolDetails, Validator>> = {
  description: text,
  annotations: fields(ANNOTATIONS),
  alwaysLoad: boolean,
};

/** MCP accepts only objects. A JSON Schema may omit the type. */
async function toObjectSchema(name: string, schema: AnySchema): Promise<JsonObject> {
  const converted = await toJsonSchema(schema, "api").catch((error: unknown) => {
    throw new ClaudeError("invalid-option", `The tool ${name}: ${getErrorMessage(error)}`, { name }, { cause: error });
  });
  const type = converted["type"] ?? (isStandardSchema(schema) ? undefined : "object");
  if (type === "object") return { ...converted, type };
  throw new ClaudeError("invalid-option", `The schema of the tool ${name} must describe an object.`, { name });
}
