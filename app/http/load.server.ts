import { data } from "react-router"
import { log } from "../../server/platform/log.ts"
import { isThrownResponse } from "./thrown.ts"

/**
 * What a screen shows; or 503, for its designed page that says that it cannot be read just now. The log says why, in
 * English (D20). A redirect or a 404 that is thrown passes through.
 */
export async function loadScreen<Shown>(
  message: string,
  load: () => Promise<Shown>,
  details: Readonly<Record<string, unknown>> = {},
): Promise<Shown> {
  try {
    return await load()
  } catch (error) {
    if (isThrownResponse(error)) throw error
    log.error(message, { error, ...details })
    throw data(null, { status: 503 })
  }
}
