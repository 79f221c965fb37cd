// The YAML reader for asynchronous callers. A bundle of its own, loaded only for a scenario that is not JSON.

import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { createYamlReader, type ReadYaml } from "./yaml-reader.ts";

export const readYaml: ReadYaml = createYamlReader({ isMap, isNode, isScalar, isSeq, LineCounter, parseDocument });
