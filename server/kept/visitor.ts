import { sessionDigest } from "../auth/sessions.ts"
import { type CookieChoice, cookieChoiceIn } from "../../isomorphic/cookie-choice.ts"
import type { AskedHeaders } from "./asked-headers.ts"
import type { Alike } from "./declaration.ts"

/** Ours, whichever prefix they have, but for the one that is of no page: a browser that signed in before. */
const changesPages = /guinguette\.(?!device=)/

/** Somebody of whom a page says nothing: no session, nothing begun, at most an answer about cookies. */
export type Stranger = { choice: CookieChoice | null }

const nobody: Stranger = { choice: null }

/** Null for whoever may see a page of their own. */
export function strangerOf({ cookie, authorization }: AskedHeaders): Stranger | null {
  // Whoever signs by a header is no browser of ours.
  if (authorization !== undefined) return null
  if (cookie === undefined) return nobody
  if (changesPages.test(cookie)) return null
  return { choice: cookieChoiceIn(cookie, new Date()) }
}

/** Ours, but for those that somebody has who is signed in and has nothing else under way. */
const changesMore = /guinguette\.(?!device=|session_token=)/

/** Somebody who says that they are signed in: `session` is what the database knows it by. */
export type SignedIn = Pick<Stranger, "choice"> & { session: string }

/** Null for a stranger, and for whoever may see a page that is theirs in other ways as well. */
export function signedInOf({ cookie, authorization }: AskedHeaders): SignedIn | null {
  if (authorization !== undefined || cookie === undefined || changesMore.test(cookie)) return null
  const session = sessionDigest(cookie)
  return session === null ? null : { session, choice: cookieChoiceIn(cookie, new Date()) }
}

/** Those who see the same: everybody, who is still asked about cookies, who has answered. */
export type Variant = "all" | "asked" | "answered"

/** Which of its variants somebody sees; null when it is theirs alone. */
export function variantFor(alike: Alike, { choice }: Pick<Stranger, "choice">): Variant | null {
  if (alike === "all") return "all"
  if (choice === null) return "asked"
  return alike === "by-cookie-choice" ? "answered" : null
}
