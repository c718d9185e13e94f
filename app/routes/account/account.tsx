import { ownBookings } from "../../../server/bookings/queries.ts"
import { AccountOverview } from "../../components/account/account-overview.tsx"
import { pageMeta } from "../meta.ts"
import { customerOnly, requireCustomer } from "../visitor.ts"
import type { Route } from "./+types/account"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches[0].loaderData?.site, { title: "Mon compte", canonical: null })

export async function loader({ context }: Route.LoaderArgs) {
  const { profile } = requireCustomer(context)
  const bookings = await ownBookings(profile.id)
  return {
    person: { name: profile.name, email: profile.email, phone: profile.phone },
    bookings: bookings.map(({ createdAt: _createdAt, ...booking }) => booking),
  }
}

export default function Account({ loaderData }: Route.ComponentProps) {
  return <AccountOverview {...loaderData} />
}
