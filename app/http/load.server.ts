import { data } from "react-router"
import { log } from "../../server/platform/log.ts"
import { isThrownResponse } from "./thrown.ts"

/** Throws 503; redirects and 404s pass through (D20). */
export async function loadScreen<Data>(
  message: string,
  load: () => Promise<Data>,
  details: Readonly<Record<string, unknown>> = {},
): Promise<Data> {
  try {
    return await load()
  } catch (error) {
    if (isThrownResponse(error)) throw error
    log.error(message, { error, ...details })
    throw data(null, { status: 503 })
  }
}
