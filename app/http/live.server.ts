import type { RouterContextProvider } from "react-router"
import { askLiveSince } from "../../server/platform/live/streams.ts"
import type { LivePage } from "./live.ts"
import { sessionOwnerKey } from "./session-answer.ts"
import { framedVisitor } from "./visitor.server.ts"

/**
 * What a page listens to. Called before the loader reads what the page shows, so that nothing between is missed.
 * What has just been changed from the page itself is known by then: nobody is told of their own act.
 */
export async function livePage(context: Readonly<RouterContextProvider>, topics: readonly string[]): Promise<LivePage> {
  const visitor = framedVisitor(context, new Date())
  return {
    topics,
    who: visitor && sessionOwnerKey(visitor),
    since: await askLiveSince(),
  }
}
