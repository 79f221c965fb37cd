// One folder for what outlives a process, on every platform.
import { describe, expect, it } from "vitest";
import { findStateDirectory } from "../../src/process/state-directory.ts";

describe("the state folder", () => {
  it.each([
    ["linux", {}, "/home/me", "/home/me/.local/state/unspool"],
    ["darwin", {}, "/Users/me", "/Users/me/Library/Application Support/unspool"],
    ["win32", {}, "C:\\Users\\me", "C:\\Users\\me\\AppData\\Local\\unspool\\state"],
    ["win32", { LOCALAPPDATA: "D:\\Local" }, "C:\\Users\\me", "D:\\Local\\unspool\\state"],
    ["linux", { XDG_STATE_HOME: "/state" }, "/home/me", "/state/unspool"],
    ["linux", { XDG_STATE_HOME: "state" }, "/home/me", "/home/me/.local/state/unspool"],
    ["linux", { UNSPOOL_STATE_DIR: "/own/./it", XDG_STATE_HOME: "/state" }, "/home/me", "/own/it"],
    ["linux", { UNSPOOL_STATE_DIR: "" }, "/home/me", "/home/me/.local/state/unspool"],
    ["win32", { UNSPOOL_STATE_DIR: "E:\\own" }, "C:\\Users\\me", "E:\\own"],
  ])("is found on %s with the environment %j", (platform, env, home, expected) => {
    expect(findStateDirectory(env, platform, home)).toBe(expected);
  });
});
