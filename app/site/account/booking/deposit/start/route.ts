import { href, redirect } from "react-router"
import { createDepositLink } from "../../../../../../server/money/deposits/deposit-mails.ts"
import { customerOnly } from "../../../../../http/visitor.server.ts"
import { requireOwnedBooking, redirectToBooking } from "../../load.server.ts"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export function loader({ params, context }: Route.LoaderArgs) {
  return redirectToBooking(context, params.number)
}

/** Only the account's owner gets a link to the deposit (D55). */
export async function action({ params, context }: Route.ActionArgs) {
  const booking = await requireOwnedBooking(context, params.number)
  return redirect(href("/caution/:secret", { secret: await createDepositLink(booking) }), 303)
}
