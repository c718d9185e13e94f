import { href } from "react-router"
import type { Day, Month } from "../../../../domain/day.ts"
import { quoteStates } from "../../../../domain/quotes/state.ts"
import { type ListShape, listHref, readListUrl } from "../list-url.ts"
import { screens } from "../screens.ts"

/** Stands in the URL for somebody without an account. */
export const NEW_READER = "nouveau"
/** Stands in the URL for the position of a rental that is added. */
export const NEW_RENTAL = "nouvelle"
export const TO_FOLLOW_UP = "a-relancer"

export type QuoteColumn = "date" | "client" | "fin"

/** `?q=dupont&etat=sent&tri=-fin&page=2` */
export const quotesList: ListShape<QuoteColumn> = {
  path: screens.quotes.to,
  sorts: ["date", "client", "fin"],
  defaultOrder: "-date",
  filters: { etat: [TO_FOLLOW_UP, ...quoteStates] },
}

export const quotesToFollowUpHref = listHref(quotesList, readListUrl(new URLSearchParams(), quotesList), {
  filters: { etat: TO_FOLLOW_UP },
})

export function quoteHref(number: string, act: string | null = null): string {
  const page = href("/admin/devis/:number", { number })
  return act === null ? page : `${page}?acte=${act}`
}

/** Where a new quote begins; what begins it goes along until it is saved. */
export type QuoteOrigin = { lead?: string | null; copy?: string | null }

type NewQuote = QuoteOrigin & {
  reader?: string | null
  product?: string | null
  month?: Month | null
  days?: readonly Day[]
  search?: string
}

export function newQuoteHref({ reader, product, month, days = [], search, lead, copy }: NewQuote = {}): string {
  const values = new URLSearchParams()
  if (reader) values.set("client", reader)
  if (search) values.set("q", search)
  if (lead) values.set("lead", lead)
  if (copy) values.set("copie", copy)
  if (product) values.set("produit", product)
  if (month) values.set("mois", month)
  for (const day of days) values.append("jours", day)
  return values.size > 0 ? `${screens.newQuote.to}?${values}` : screens.newQuote.to
}

type EditedQuote = { number: string; rental: string; product?: string | null; month?: Month | null }

export function editQuoteHref({ number, rental, product, month }: EditedQuote): string {
  const values = new URLSearchParams({ location: rental })
  if (product) values.set("produit", product)
  if (month) values.set("mois", month)
  return `${href("/admin/devis/:number/modifier", { number })}?${values}`
}
