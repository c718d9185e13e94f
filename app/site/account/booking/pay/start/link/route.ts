import { data, href, redirect } from "react-router"
import { createPayLink } from "../../../../../../../server/money/payments/create-pay-link.ts"
import { findBookingBySigningLink } from "../../../../../../../server/contracts/read-link.ts"
import type { Route } from "./+types/route"

export function loader({ params: { secret } }: Route.LoaderArgs) {
  return redirect(href("/signer/:secret", { secret }))
}

/** The signing link came from the account's own mail, so its holder may pay. */
export async function action({ params: { secret } }: Route.ActionArgs) {
  const booking = await findBookingBySigningLink(secret, new Date())
  if (!booking) throw data(null, { status: 404 })
  return redirect(href("/payer/:secret", { secret: await createPayLink(booking) }), 303)
}
