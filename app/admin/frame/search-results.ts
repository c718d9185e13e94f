import type { FoundThings } from "../../../server/reports/search/everything.ts"
import { bookingPageHref } from "../kit/booking/booking-url.ts"
import { bookingsListPath, bookingsPath } from "../kit/booking/bookings-url.ts"
import { href } from "react-router"
import { statusLabels } from "../../../domain/booking/status.ts"
import { type Day, monthOf } from "../../../domain/day.ts"
import { dayLong, dayMedium, monthLong } from "../../../domain/day-labels.ts"
import { invoiceTitle } from "../../../domain/invoicing/invoice.ts"
import { invoicesList } from "../kit/invoice-url.ts"
import { legalNames } from "../kit/legal-names.ts"
import { type Screen, screens, views } from "../kit/screens.ts"

/** Somewhere to go, told in one line. */
export type SearchResult = { href: string; label: string; detail: string }
/** `all`: where the others are, when there are more than are shown. */
export type SearchGroup = { name: string; results: readonly SearchResult[]; all?: SearchResult }

/** What the server found for what was typed, as places to go. */
export function groupsOf(
  { bookings, people, products, invoices, period, more }: FoundThings,
  search: string,
): SearchGroup[] {
  const all = (path: string, label: string, values: Record<string, string> = { q: search }) => ({
    all: { href: `${path}?${new URLSearchParams(values)}`, label, detail: "" },
  })
  const inPeriod = period && { du: period.from, au: period.until }
  return [
    { name: "Dates", results: period ? placesOf(period) : [] },
    {
      name: "Factures",
      results: invoices.map(({ number, kind, issuedOn, bookingNumber, clientName }) => ({
        href: `${invoicesList.path}?${new URLSearchParams({ q: number })}`,
        label: `${number}, ${clientName}`,
        detail: `${invoiceTitle({ kind, number })}, ${dayMedium(issuedOn)}, réservation n°\u00a0${bookingNumber}`,
      })),
      ...(more.invoices && all(invoicesList.path, "Voir toutes ces factures")),
    },
    {
      name: "Réservations",
      results: bookings.map(({ number, clientName, productName, city, firstDay, status }) => ({
        href: bookingPageHref(number),
        label: `n°\u00a0${number}, ${clientName}`,
        detail: `${productName}, ${dayMedium(firstDay)}, ${city}, ${statusLabels[status].toLowerCase()}`,
      })),
      ...(more.bookings && all(bookingsListPath, "Voir toutes ces réservations", inPeriod ?? undefined)),
    },
    {
      name: "Personnes",
      results: people.map(({ id, name, email }) => ({
        href: href("/admin/users/:id", { id }),
        label: name || email,
        detail: email,
      })),
      ...(more.people && all(screens.users.to, "Voir toutes ces personnes")),
    },
    {
      name: "Produits",
      results: products.map(({ id, name, isActive, isArchived }) => ({
        href: href("/admin/products/:id", { id }),
        label: name,
        detail: isArchived ? "archivé" : isActive ? "actif" : "inactif",
      })),
      ...(more.products && all(screens.products.to, "Voir tous ces produits")),
    },
  ].filter(({ results }) => results.length > 0)
}

/** What the back office shows of these days: the sheet of one day, or the calendar of a month. */
function placesOf({ from, until }: { from: Day; until: Day }): SearchResult[] {
  const month = monthOf(from)
  const planning = { href: `${screens.availability.to}?debut=${from}`, detail: "planning" }
  if (from !== until)
    return [
      { href: `${bookingsPath}?mois=${month}`, label: monthLong(month), detail: "calendrier des réservations" },
      { ...planning, label: monthLong(month) },
    ]
  return [
    { href: href("/admin/bookings/jour/:day?", { day: from }), label: dayLong(from), detail: "feuille du jour" },
    { ...planning, label: dayLong(from) },
  ]
}

type Place = SearchResult & { words: readonly string[] }

const placeOf = ({ to, title, words = [] }: Screen, detail = ""): Place => ({
  href: to,
  label: title,
  detail,
  words: words.map(folded),
})

const signOut: Screen = {
  to: href("/deconnexion"),
  title: "Se déconnecter",
  words: ["déconnexion", "quitter", "sortir"],
}

/**
 * All that can be opened: every screen but the search itself, the views of the availabilities, each legal text, and the
 * page that signs out.
 */
const places: readonly Place[] = [
  ...Object.values<Screen>(screens)
    .filter((screen) => screen !== screens.search)
    .map((screen) => placeOf(screen)),
  ...views.map((view) => placeOf(view, screens.availability.title.toLowerCase())),
  ...Object.entries(legalNames).map(([page, name]) =>
    placeOf({ to: `${screens.legal.to}/${page}`, title: name }, screens.legal.title.toLowerCase()),
  ),
  placeOf(signOut),
]

/** The screens whose name holds every word that was typed, then those that are also looked for by it; all of them while nothing is typed. */
export function screensNamed(search: string): SearchResult[] {
  const typed = folded(search).split(/\s+/).filter(Boolean)
  const named = ({ label }: Place) => typed.every((word) => folded(label).includes(word))
  const meant = ({ label, words }: Place) =>
    typed.every((word) => folded(label).includes(word) || words.some((other) => other.startsWith(word)))
  return [...places.filter(named), ...places.filter((place) => !named(place) && meant(place))].map(
    ({ href, label, detail }) => ({ href, label, detail }),
  )
}

export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("œ", "oe")
}

/** Results that were opened before come first, and once. */
export function withRecent(
  recent: readonly SearchResult[],
  groups: readonly SearchGroup[],
  search: string,
): SearchGroup[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  const known = recent.filter(({ label, detail }) => words.every((word) => folded(`${label} ${detail}`).includes(word)))
  const seen = new Set(known.map(({ href }) => href))
  const others = groups.map((group) => ({ ...group, results: group.results.filter(({ href }) => !seen.has(href)) }))
  return [{ name: "Récents", results: known }, ...others].filter(
    ({ results, all }: SearchGroup) => results.length > 0 || all !== undefined,
  )
}
