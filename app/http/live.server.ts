import type { RouterContextProvider } from "react-router"
import { readLiveSince } from "../../server/platform/live/streams.ts"
import type { LivePage } from "./live.ts"
import { sessionOwnerKey } from "./session-answer.ts"
import { framedVisitor } from "./visitor.server.ts"

/** Call it before reading the page's data, to miss no change. */
export async function livePage(context: Readonly<RouterContextProvider>, topics: readonly string[]): Promise<LivePage> {
  const visitor = framedVisitor(context, new Date())
  return {
    topics,
    ownerKey: visitor && sessionOwnerKey(visitor),
    since: await readLiveSince(),
  }
}
