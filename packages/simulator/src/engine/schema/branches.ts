// Keywords that hold a value against other schemas: what the branches complain about comes before the keyword itself.

import type { Json } from "../../json.ts";
import type { Check, Keywords, SchemaError } from "./errors.ts";

export function branchErrors(check: Check, schema: Keywords, value: Json, place: string): readonly SchemaError[] {
  const branchesOf = (keyword: string): readonly (readonly SchemaError[])[] => {
    const branches = schema[keyword];
    return Array.isArray(branches) ? branches.map((branch) => check(branch, value, place)) : [];
  };
  const errors: SchemaError[] = [];
  if (schema["not"] !== undefined && check(schema["not"], value, place).length === 0)
    errors.push({ place, message: "must NOT be valid" });
  const any = branchesOf("anyOf");
  if (any.length > 0 && any.every((branch) => branch.length > 0))
    errors.push(...any.flat(), { place, message: "must match a schema in anyOf" });
  const one = branchesOf("oneOf");
  if (one.length > 0 && one.filter((branch) => branch.length === 0).length !== 1)
    errors.push(...one.flat(), { place, message: "must match exactly one schema in oneOf" });
  errors.push(...branchesOf("allOf").flat());
  if (schema["if"] === undefined) return errors;
  const keyword = check(schema["if"], value, place).length === 0 ? "then" : "else";
  const followed = schema[keyword] === undefined ? [] : check(schema[keyword], value, place);
  if (followed.length > 0) errors.push(...followed, { place, message: `must match "${keyword}" schema` });
  return errors;
}
