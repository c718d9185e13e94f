import type { SearchResults } from "../../../server/reports/search/everything.ts"
import { bookingPageHref } from "../kit/booking/booking-url.ts"
import { bookingsListPath, bookingsPath } from "../kit/booking/bookings-url.ts"
import { href } from "react-router"
import { statusLabels } from "../../../domain/booking/status.ts"
import { type Day, monthOf } from "../../../domain/day.ts"
import { dayLong, dayMedium, monthLong } from "../../../domain/day-labels.ts"
import { invoiceTitle } from "../../../domain/invoicing/invoice.ts"
import { invoicesList } from "../kit/invoice-url.ts"
import { legalNames } from "../kit/legal-names.ts"
import { quoteHref, quotesList } from "../kit/quotes/quotes-url.ts"
import { type Screen, screens, availabilityViews } from "../kit/screens.ts"
import { quoteStateLabels } from "../../../domain/quotes/state.ts"
import { rentalLabel } from "../../../domain/rental/rental.ts"
import { foldText } from "../../../isomorphic/text/fold-text.ts"
import { foldName } from "../../../isomorphic/text/name-search.ts"

export type SearchResult = { href: string; label: string; detail: string }
/** `all`: link to every result when there are more. */
export type SearchGroup = { name: string; results: readonly SearchResult[]; all?: SearchResult }

export function toSearchGroups(
  { bookings, quotes, people, products, invoices, period, more }: SearchResults,
  search: string,
): SearchGroup[] {
  const all = (path: string, label: string, values: Record<string, string> = { q: search }) => ({
    all: { href: `${path}?${new URLSearchParams(values)}`, label, detail: "" },
  })
  const inPeriod = period && { du: period.from, au: period.until }
  return [
    { name: "Dates", results: period ? periodResults(period) : [] },
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
      name: "Devis",
      results: quotes.map(({ number, readerName, productName, dates, state }) => ({
        href: quoteHref(number),
        label: `${number}, ${readerName}`,
        detail: `${productName}, ${rentalLabel({ dates })}, ${quoteStateLabels[state].toLowerCase()}`,
      })),
      ...(more.quotes && all(quotesList.path, "Voir tous ces devis")),
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

function periodResults({ from, until }: { from: Day; until: Day }): SearchResult[] {
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

const toPlace = ({ to, title, words = [] }: Screen, detail = ""): Place => ({
  href: to,
  label: title,
  detail,
  words: words.map(foldText),
})

const signOut: Screen = {
  to: href("/deconnexion"),
  title: "Se déconnecter",
  words: ["déconnexion", "quitter", "sortir"],
}

const places: readonly Place[] = [
  ...Object.values<Screen>(screens)
    .filter((screen) => screen !== screens.search)
    .map((screen) => toPlace(screen)),
  ...availabilityViews.map((view) => toPlace(view, screens.availability.title.toLowerCase())),
  ...Object.entries(legalNames).map(([page, name]) =>
    toPlace({ to: `${screens.legal.to}/${page}`, title: name }, screens.legal.title.toLowerCase()),
  ),
  toPlace(signOut),
]

/** Title matches come before keyword matches. */
export function findScreens(search: string): SearchResult[] {
  const searchWords = foldText(search).split(/\s+/).filter(Boolean)
  const matchesTitle = ({ label }: Place) => searchWords.every((word) => foldText(label).includes(word))
  const matchesKeywords = ({ label, words }: Place) =>
    searchWords.every((word) => foldText(label).includes(word) || words.some((other) => other.startsWith(word)))
  return [
    ...places.filter(matchesTitle),
    ...places.filter((place) => !matchesTitle(place) && matchesKeywords(place)),
  ].map(({ href, label, detail }) => ({ href, label, detail }))
}

/** Recent results come first and are not repeated. */
export function withRecent(
  recent: readonly SearchResult[],
  groups: readonly SearchGroup[],
  search: string,
): SearchGroup[] {
  const searchWords = foldName(search).split(/\s+/).filter(Boolean)
  const recentMatches = recent.filter(({ label, detail }) =>
    searchWords.every((word) => foldName(`${label} ${detail}`).includes(word)),
  )
  const recentHrefs = new Set(recentMatches.map(({ href }) => href))
  const others = groups.map((group) => ({
    ...group,
    results: group.results.filter(({ href }) => !recentHrefs.has(href)),
  }))
  return [{ name: "Récents", results: recentMatches }, ...others].filter(
    ({ results, all }: SearchGroup) => results.length > 0 || all !== undefined,
  )
}
