import { receiveStripeEvent } from "../../server/money/payments/receive-stripe-event.ts"
import { log } from "../../server/platform/log.ts"
import { readBody } from "../http/body.ts"
import type { Route } from "./+types/stripe-webhook"

/** Stripe's largest event is far smaller. */
const MAX_BYTES = 256 * 1024

/** 503 when the event could not be stored: Stripe then sends it again. */
export async function action({ request }: Route.ActionArgs) {
  const body = await readBody(request, MAX_BYTES)
  if (!body.ok) return answer(body.error.status, "Cette demande est trop longue ou n’a pas pu être lue.")
  try {
    switch (await receiveStripeEvent(body.value, request.headers.get("stripe-signature") ?? "")) {
      case "accepted":
      case "duplicate":
        return answer(200, "Reçu.")
      case "not-signed":
        log.warn("A webhook without a signature that holds was refused")
        return answer(400, "Signature absente, fausse ou trop ancienne.")
      case "not-set":
        return answer(404, "Cette adresse ne reçoit rien.")
    }
  } catch (error) {
    log.error("A webhook could not be kept", { error })
    return answer(503, "Réessayez plus tard.")
  }
}

function answer(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { "Content-Type": "text/plain; charset=utf-8" } })
}
