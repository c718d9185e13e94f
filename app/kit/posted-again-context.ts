import type { PostedAgain } from "../../server/web/posted-again.ts"
import { createContext } from "react"

/** Set while an error page is drawn that answers a form; such a page has no script. */
export const PostedAgainContext = createContext<PostedAgain | null>(null)
