// Our `@unspool/agent-sdk` instead of the official SDK.

import { createSdkMcpServer, query, tool } from "@unspool/agent-sdk";
import type { Sdk } from "./sdk-types.ts";

/** The checks are typed by what they use, which is less than either SDK declares. */
export const OURS: Sdk = { query, tool, createSdkMcpServer } as unknown as Sdk;
