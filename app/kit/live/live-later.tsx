import { loadAfterMount } from "../../ui/load-after-mount.tsx"

export const LiveLater = loadAfterMount(async () => (await import("./live.tsx")).Live)
