// The YAML parser, for those who can wait for it. Loaded only for a scenario that is no JSON.

import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { createYamlReader, type ReadYaml } from "./yaml-reader.ts";

export const readYaml: ReadYaml = createYamlReader({ isMap, isNode, isScalar, isSeq, LineCounter, parseDocument });
