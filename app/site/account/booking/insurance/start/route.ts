import { data, href, redirect } from "react-router"
import { makeInsuranceLink } from "../../../../../../server/insurance/ask-for-certificate.ts"
import { customerOnly } from "../../../../../http/visitor.server.ts"
import { accountAddresses } from "../../addresses.ts"
import { ownBooking } from "../../load.server.ts"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

/** The form's address, opened as a page: there is nothing to see but the booking. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { booking } = await ownBooking(context, params.number)
  return redirect(accountAddresses(booking.number).page)
}

/** A link to hand in the certificate for the account's owner, who alone does so (D55). */
export async function action({ params, context }: Route.ActionArgs) {
  const { booking, access } = await ownBooking(context, params.number)
  if (access !== "owner") throw data(null, { status: 404 })
  return redirect(href("/attestation/:secret", { secret: await makeInsuranceLink(booking) }), 303)
}
