import { log } from "../../platform/log.ts"
import { endSession } from "./sessions.ts"

/**
 * Ends the session that the request came with. The headers returned make the browser forget its cookie. What goes
 * wrong is ignored (specification, section 8): the person asked to leave and is seen leaving.
 */
export async function signOut(request: Request): Promise<Headers> {
  try {
    const headers = await endSession(request)
    log.info("signed out")
    return headers
  } catch (error) {
    log.warn("A sign-out failed", { error })
    return new Headers()
  }
}
