import { data, isRouteErrorResponse } from "react-router"
import type { Refusal } from "./refusal.ts"

export async function sendForm<Answer>(send: () => Promise<Answer>) {
  try {
    return await send()
  } catch (thrown) {
    if (thrown instanceof Response || (isRouteErrorResponse(thrown) && thrown.status < 500)) throw thrown
    const refusal: Refusal = { errors: { form: "Une erreur est survenue" }, values: {}, lists: {} }
    return data(refusal, { status: 503 })
  }
}
