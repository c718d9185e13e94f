import { data, href, redirect } from "react-router"
import { makePayLink } from "../../../../../../../server/money/payments/make-pay-link.ts"
import { readSigningLink } from "../../../../../../../server/contracts/read-link.ts"
import type { Route } from "./+types/route"

/** The form's address, opened as a page. */
export function loader({ params: { secret } }: Route.LoaderArgs) {
  return redirect(href("/signer/:secret", { secret }))
}

/** A link to pay for who holds the one that signs, and has it from the account's own mail. */
export async function action({ params: { secret } }: Route.ActionArgs) {
  const booking = await readSigningLink(secret, new Date())
  if (!booking) throw data(null, { status: 404 })
  return redirect(href("/payer/:secret", { secret: await makePayLink(booking) }), 303)
}
