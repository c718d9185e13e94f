import { loadAfterMount } from "../../ui/load-after-mount.tsx"

/** Minutes are counted in the browser only. */
export const HoldEndingLater = loadAfterMount(async () => (await import("./hold-ending.tsx")).HoldEnding)
