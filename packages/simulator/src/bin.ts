#!/usr/bin/env node
// The fake `claude`. Started by its own name, through a link, or from PATH as `claude`.

import { runProcess } from "./cli/run.ts";

runProcess();
