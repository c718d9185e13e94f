import { isRouteErrorResponse } from "react-router"
import type { FormRefusal } from "./forms.ts"

/**
 * For the `clientAction` of a form: when the server cannot be reached or breaks, the page stays as it is, with all that
 * was typed, and says so. What the server did answer passes through.
 */
export async function orUnreachable<Answer>(send: () => Promise<Answer>): Promise<Answer | FormRefusal> {
  try {
    return await send()
  } catch (thrown) {
    // A redirect, or a refusal that has a page of its own.
    if (thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500)) throw thrown
    return { errors: { form: "Une erreur est survenue" }, values: {}, lists: {} }
  }
}
