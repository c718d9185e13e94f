import { loadAfterMount } from "../../ui/afterwards.tsx"

export const LiveLater = loadAfterMount(async () => (await import("./live.tsx")).Live)
