// Before the suite: the executable that its tests start, from the sources as they are now. Everything else is run on
// sources by vitest itself.
export { bundle as setup } from "./bundle.mjs";
