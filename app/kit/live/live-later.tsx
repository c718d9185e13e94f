import { afterwards } from "../../ui/afterwards.tsx"

/** Follows a page that nothing new moves. */
export const LiveLater = afterwards(async () => (await import("./live.tsx")).Live)
