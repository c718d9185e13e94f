import { data, href, redirect } from "react-router"
import { makeDepositLink } from "../../../../../../server/deposits/make-deposit-link.ts"
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

/** A link to the deposit for the account's owner, who alone asks for one (D55). */
export async function action({ params, context }: Route.ActionArgs) {
  const { booking, access } = await ownBooking(context, params.number)
  if (access !== "owner") throw data(null, { status: 404 })
  return redirect(href("/caution/:secret", { secret: await makeDepositLink(booking) }), 303)
}
