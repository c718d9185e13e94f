import { type BookingStatus, statusLabels } from "../../../domain/booking/status.ts"
import { dayMedium } from "../../../domain/day-words.ts"
import { legalNames } from "../admin-content/legal-names.ts"
import { screens } from "../admin/screens.ts"

/** Somewhere to go, told in one line. */
export type SearchResult = { href: string; label: string; detail: string }
export type SearchGroup = { name: string; results: readonly SearchResult[] }

export type FoundView = {
  bookings: readonly { id: string; number: number; clientName: string; productName: string; city: string; firstDay: string; status: BookingStatus }[]
  people: readonly { id: string; name: string; email: string }[]
  products: readonly { id: string; name: string; isActive: boolean; isArchived: boolean }[]
}

/** What the server found, as places to go. */
export function groupsOf({ bookings, people, products }: FoundView): SearchGroup[] {
  return [
    {
      name: "Réservations",
      results: bookings.map(({ id, number, clientName, productName, city, firstDay, status }) => ({
        href: `/admin/bookings?reservation=${id}`,
        label: `n°\u00a0${number}, ${clientName}`,
        detail: `${productName}, ${dayMedium(firstDay)}, ${city}, ${statusLabels[status].toLowerCase()}`,
      })),
    },
    { name: "Personnes", results: people.map(({ id, name, email }) => ({ href: `/admin/users/${id}`, label: name || email, detail: email })) },
    {
      name: "Produits",
      results: products.map(({ id, name, isActive, isArchived }) => ({ href: `/admin/products/${id}`, label: name, detail: isArchived ? "archivé" : isActive ? "actif" : "inactif" })),
    },
  ].filter(({ results }) => results.length > 0)
}

/** All that can be opened: every screen but the search itself, and each legal text. */
const places: readonly SearchResult[] = [
  ...Object.values(screens)
    .filter((screen) => screen !== screens.search)
    .map(({ to, title }) => ({ href: to, label: title, detail: "" })),
  ...Object.entries(legalNames).map(([page, name]) => ({ href: `${screens.legal.to}/${page}`, label: name, detail: screens.legal.title.toLowerCase() })),
]

/** The screens whose name holds every word that was typed; all of them while nothing is. */
export function screensNamed(search: string): SearchResult[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  return places.filter(({ label }) => words.every((word) => folded(label).includes(word)))
}

export function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("œ", "oe")
}

/** Results that were opened before come first, and once. */
export function withRecent(recent: readonly SearchResult[], groups: readonly SearchGroup[], search: string): SearchGroup[] {
  const words = folded(search).split(/\s+/).filter(Boolean)
  const known = recent.filter(({ label, detail }) => words.every((word) => folded(`${label} ${detail}`).includes(word)))
  const seen = new Set(known.map(({ href }) => href))
  const others = groups.map(({ name, results }) => ({ name, results: results.filter(({ href }) => !seen.has(href)) }))
  return [{ name: "Récents", results: known }, ...others].filter(({ results }) => results.length > 0)
}
