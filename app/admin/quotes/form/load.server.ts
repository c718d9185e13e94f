import { type Month, isMonth } from "../../../../domain/day.ts"
import type { ProfileId } from "../../../../domain/id.ts"
import { findCustomers, readCustomer } from "../../../../server/accounts/customers/find-customers.ts"
import { findContactMessage } from "../../../../server/outside/contact/queries.ts"
import { type QuoteRow, findQuote, listQuoteVersions, readNewestVersion } from "../../../../server/quotes/quote-rows.ts"
import { newCustomerFromSearch } from "../../bookings/order/new-customer.server.ts"
import type { NewBookingClient, NewCustomer } from "../../bookings/order/view.ts"
import { NEW_READER, NEW_RENTAL, type QuoteOrigin } from "../../kit/quotes/quotes-url.ts"
import type { EditedQuote } from "./form.server.ts"

function readParams({ searchParams }: URL): { product: string | null; month: Month | null; days: readonly string[] } {
  const month = searchParams.get("mois")
  return {
    product: searchParams.get("produit"),
    month: month !== null && isMonth(month) ? month : null,
    days: searchParams.getAll("jours"),
  }
}

export function readOrigin({ searchParams }: URL): QuoteOrigin {
  return { message: searchParams.get("message"), copy: searchParams.get("copie") }
}

/** null while the reader is to be chosen; "unknown" for one that does not exist. */
export async function loadNewQuote(url: URL): Promise<EditedQuote | null | "unknown"> {
  const origin = readOrigin(url)
  const copied = origin.copy ? await findQuote(origin.copy) : null
  const client = await findReader(url, { message: origin.message ?? null, copied })
  if (client === null || client === "unknown") return client
  const version = copied && (await readNewestVersion(copied.id))
  const rental = version?.row.rentals[0]?.position
  return {
    client,
    quote: null,
    version,
    rental: rental === undefined ? NEW_RENTAL : String(rental),
    origin: { ...origin, copied },
    isReaderFixed: false,
    ...readParams(url),
  }
}

type Origin = { message: string | null; copied: QuoteRow | null }

async function findReader(
  { searchParams }: URL,
  { message: messageId, copied }: Origin,
): Promise<NewBookingClient | null | "unknown"> {
  const id = searchParams.get("client")
  if (id !== null && id !== NEW_READER) {
    const customer = await readCustomer(id)
    return customer ? { kind: "known", customer } : "unknown"
  }
  if (messageId) {
    const message = await findContactMessage(messageId)
    if (!message) return "unknown"
    return (
      (await findKnownReader(message.email)) ?? {
        kind: "new",
        draft: { ...newCustomerFromSearch(""), ...person(message) },
      }
    )
  }
  if (id === null) return null
  const search = searchParams.get("q")?.trim().slice(0, 200) ?? ""
  const draft = newCustomerFromSearch(search)
  return {
    kind: "new",
    draft: copied && search === "" && copied.name !== null ? { ...draft, ...person(copied) } : draft,
  }
}

function person({ name, email, phone }: { name: string | null; email: string | null; phone: string | null }) {
  return { name: name ?? "", email: email ?? "", phone: phone ?? "" } satisfies Omit<NewCustomer, "id">
}

async function findKnownReader(email: string): Promise<NewBookingClient | null> {
  const customer = (await findCustomers(email)).find((each) => each.email === email)
  return customer ? { kind: "known", customer } : null
}

/** null unless its newest version is a draft. */
export async function loadEditedQuote(number: string, url: URL): Promise<EditedQuote | null> {
  const quote = await findQuote(number)
  if (!quote) return null
  const versions = await listQuoteVersions(quote.id)
  const version = versions.at(-1)
  if (!version || version.sentAt !== null) return null
  const requested = url.searchParams.get("location") ?? ""
  const isStored = version.row.rentals.some(({ position }) => String(position) === requested)
  const [first] = version.row.rentals
  const customer = quote.userId === null ? null : await readCustomer(quote.userId)
  return {
    client: customer
      ? { kind: "known", customer }
      : { kind: "new", draft: { id: quote.id as string as ProfileId, ...person(quote) } },
    quote,
    version,
    rental: isStored || requested === NEW_RENTAL ? requested : String(first?.position ?? NEW_RENTAL),
    origin: { copied: null },
    isReaderFixed: versions.length > 1,
    ...readParams(url),
  }
}
