import { data } from "react-router"
import { readJournal, listJournalPeople } from "../../../server/reports/journal/entries.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { JournalScreen } from "./screen.tsx"
import { readJournalUrl } from "./url.ts"
import { screens } from "../kit/screens.ts"
import { loadScreen } from "../../http/load.server.ts"
import { filteredTitle } from "../kit/list-title.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"
import { takeFlash } from "../kit/flash.server.ts"
import { findActions } from "../kit/journal/act-labels.ts"
import { matters, actionNouns } from "../kit/journal/journal-labels.ts"

/** No action: the database rejects every change to the record. */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const journalUrl = readJournalUrl(url.searchParams)
  const { person, from, until, subject, search, before, after } = journalUrl
  const filter = {
    person,
    from,
    until,
    subject,
    search,
    matters: journalUrl.matter ? actionNouns(journalUrl.matter) : [],
    actions: findActions(search),
  }
  const [page, people] = await loadScreen("Error loading journal", () =>
    Promise.all([readJournal(filter, { before, after }), listJournalPeople()]),
  )
  const { flash, headers } = await takeFlash(request)
  const entries = page.entries.map(({ bookingId: _booking, actorId: _actor, ...entry }) => entry)
  return data(
    { url: journalUrl, people, entries, names: page.names, older: page.older, newer: page.newer, flash },
    { headers },
  )
}

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => {
  const { search, person, matter, from, until, subject, before, after } = readJournalUrl(
    new URLSearchParams(location.search),
  )
  const selectedPerson = loaderData?.people.find(({ id }) => id === person)
  return pageMeta(matches[0].loaderData?.site, {
    title: filteredTitle(screens.journal.title, {
      search,
      filtered: [
        selectedPerson?.name ?? null,
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

export default function Journal({ loaderData }: Route.ComponentProps) {
  return <JournalScreen {...loaderData} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.journal.title} message="Le journal n’a pas pu être chargé" />
}
