import { log } from "../../platform/log.ts"
import { endSession } from "./sessions.ts"

/** Ignores failures (specification, section 8). */
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
