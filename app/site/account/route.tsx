import { openSessionsOf } from "../../../server/auth/open-sessions.ts"
import { newStamp } from "../../../server/auth/form-stamp.ts"
import { ownBookings } from "../../../server/bookings/queries.ts"
import { cookieConsent } from "../../../server/content/cookie-consent.ts"
import { newsletterPurpose } from "../../../server/newsletter/form.ts"
import { isSubscribed } from "../../../server/newsletter/queries.ts"
import { AccountOverview } from "./overview.tsx"
import { pageMeta } from "../../http/meta.ts"
import { customerOnly, requireCustomer } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Mon compte", canonical: null })

export async function loader({ request, context }: Route.LoaderArgs) {
  const visitor = requireCustomer(context)
  const { profile, user } = visitor
  const [bookings, news, open] = await Promise.all([
    ownBookings(profile.id, new Date()),
    newsFor(request, user),
    openSessionsOf(visitor),
  ])
  return {
    person: { name: profile.name, email: profile.email, phone: profile.phone },
    security: { hasSecondFactor: user.hasSecondFactor, openSessions: open.length },
    news,
    bookings: bookings.map(({ createdAt: _createdAt, ...booking }) => booking),
  }
}

/** The news are only proposed to who has agreed to it among the cookies (D23), and has not subscribed already. */
async function newsFor(request: Request, { email, emailVerified }: { email: string; emailVerified: boolean }) {
  if (!cookieConsent(request).marketing || (emailVerified && (await isSubscribed(email)))) return null
  return { email, stamp: await newStamp(newsletterPurpose, new Date()) }
}

export default function Account({ loaderData }: Route.ComponentProps) {
  return <AccountOverview {...loaderData} />
}
