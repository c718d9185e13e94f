import { data, isRouteErrorResponse } from "react-router"
import type { Refusal } from "./refusal.ts"

/**
 * For the `clientAction` of a form: sends it; when the server cannot be reached or breaks, the page stays as it is, with
 * all that was typed, and says so. What the server did answer passes through.
 */
export async function sendForm<Answer>(send: () => Promise<Answer>) {
  try {
    return await send()
  } catch (thrown) {
    // A redirect, or a refusal that has a page of its own.
    if (thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500)) throw thrown
    const refusal: Refusal = { errors: { form: "Une erreur est survenue" }, values: {}, lists: {} }
    // A status of failure also keeps the router from asking for the page's data anew, which would fail in turn and
    // put an error page in the form's place.
    return data(refusal, { status: 503 })
  }
}
