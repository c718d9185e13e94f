import type { RouterContextProvider } from "react-router"
import { liveSince } from "../../server/live/streams.ts"
import type { LivePage } from "./live.ts"
import { whoOf } from "./session-answer.ts"
import { getVisitor, holderOf } from "./visitor.server.ts"

/** What a page listens to. Called before the loader reads what the page shows, so that nothing between is missed. */
export function livePage(context: Readonly<RouterContextProvider>, topics: readonly string[]): LivePage {
  const visitor = getVisitor(context)
  return {
    topics,
    who: visitor && whoOf({ userId: visitor.user.id, accountId: holderOf(visitor) }),
    since: liveSince(),
  }
}
