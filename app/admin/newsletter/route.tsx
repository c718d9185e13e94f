import { data } from "react-router"
import { dayInParis } from "../../../domain/day.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { listSubscriptions, countSubscriptions } from "../../../server/outside/newsletter/queries.ts"
import { readListUrl } from "../kit/list-url.ts"
import { NewsletterScreen, newsletterList, newsletterPart, newsletterParts } from "./screen.tsx"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import { loadScreen } from "../../http/load.server.ts"
import { listTitle } from "../kit/list-title.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"

const { title } = screens.newsletter

export async function loader({ url: { searchParams }, context }: Route.LoaderArgs) {
  requireStaff(context)
  const url = readListUrl(searchParams, newsletterList)
  const part = newsletterPart(url)
  const [subscriptionPage, counts] = await loadScreen("Error loading the newsletter", () =>
    Promise.all([listSubscriptions({ ...url, status: part }), countSubscriptions()]),
  )
  const day = (instant: Date | null) => (instant ? dayMedium(dayInParis(instant)) : "")
  const rows = subscriptionPage.rows.map(({ id, email, requestedAt, confirmedAt, unsubscribedAt }) => ({
    id,
    email,
    requested: day(requestedAt),
    since: day(confirmedAt),
    until: day(unsubscribedAt),
  }))
  return data({
    url,
    part,
    rows,
    total: subscriptionPage.total,
    page: subscriptionPage.page,
    pages: subscriptionPage.pages,
    counts,
  })
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: listTitle(title, newsletterList, location.search, { etat: newsletterParts }),
    canonical: null,
  })

export default function Newsletter({ loaderData }: Route.ComponentProps) {
  return <NewsletterScreen title={title} {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="La liste n’a pas pu être chargée" />
}
