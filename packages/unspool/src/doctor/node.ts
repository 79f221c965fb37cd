// Is this Node one that the packages run on.

import { versions } from "node:process";
import { failure, ok, type Verdict } from "./verdict.ts";

const OLDEST = 20;

export function nodeVerdict(version: string = versions.node): Verdict {
  const major = Number.parseInt(version, 10);
  if (major >= OLDEST) return ok("Node", version);
  return failure("Node", `${version} is too old`, `install Node ${OLDEST} or later`);
}
