import { log } from "../log.ts"
import { authentication } from "./auth.ts"
import { sessionCookieOf } from "./sign-in.ts"

/**
 * Ends the session that the request came with. The headers returned make the browser forget its cookie. What goes
 * wrong is ignored (specification, section 8): the person asked to leave and is seen leaving.
 */
export async function signOut(request: Request): Promise<Headers> {
  try {
    const { auth } = await authentication()
    const { headers } = await auth.api.signOut({ headers: request.headers, returnHeaders: true })
    log.info("signed out")
    return sessionCookieOf(headers)
  } catch (error) {
    log.warn("A sign-out failed", { error })
    return new Headers()
  }
}
