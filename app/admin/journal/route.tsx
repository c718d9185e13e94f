import { data } from "react-router"
import { readJournal, journalPeople } from "../../../server/reports/journal/entries.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { JournalScreen } from "./screen.tsx"
import { readJournalUrl } from "./url.ts"
import { screens } from "../kit/screens.ts"
import { loadScreen } from "../../http/load.server.ts"
import { narrowedTitle } from "../kit/list-title.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireAdministrator } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { takeFlash } from "../kit/flash.server.ts"
import { actionsMatching } from "../kit/journal/act-labels.ts"
import { matters, nounsOf } from "../kit/journal/journal-labels.ts"

/** Read only: there is no action here, and the database refuses every change of what is recorded. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireAdministrator(context)
  const shown = readJournalUrl(url.searchParams)
  const { person, from, until, subject, search, before, after } = shown
  const filter = {
    person,
    from,
    until,
    subject,
    search,
    matters: shown.matter ? nounsOf(shown.matter) : [],
    actions: actionsMatching(search),
  }
  const [page, people] = await loadScreen("Error loading journal", () =>
    Promise.all([readJournal(filter, { before, after }), journalPeople()]),
  )
  const { flash, headers } = await takeFlash(request)
  const entries = page.entries.map(({ bookingId: _booking, actorId: _actor, ...entry }) => entry)
  return data(
    { url: shown, people, entries, names: page.names, older: page.older, newer: page.newer, flash },
    { headers },
  )
}

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const { search, person, matter, from, until, subject, before, after } = readJournalUrl(
    new URLSearchParams(location.search),
  )
  const who = loaderData?.people.find(({ id }) => id === person)
  return pageMeta(matches[0].loaderData?.site, {
    title: narrowedTitle(screens.journal.title, {
      search,
      filtered: [
        who?.name ?? null,
        matter && matters[matter].toLowerCase(),
        from && `du ${dayMedium(from)}`,
        until && `au ${dayMedium(until)}`,
        subject && "un seul sujet",
        before === null && after === null ? null : "suite",
      ],
    }),
    canonical: null,
  })
}

/** For the owner: who did what, when. */
export default function Journal({ loaderData }: Route.ComponentProps) {
  return <JournalScreen {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.journal.title} message="Le journal n’a pas pu être chargé" />
}
