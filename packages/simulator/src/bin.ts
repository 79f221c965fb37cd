#!/usr/bin/env node
// The simulated `claude`, started by its own name, through a link, or from PATH as `claude`.

import { runProcess } from "./cli/run-process.ts";

runProcess();
