import { normalizeEmail } from "../../../../domain/accounts/email.ts"
import type { ProfileId } from "../../../../domain/id.ts"
import {
  type CustomerMatch,
  findCustomers,
  readCustomer,
} from "../../../../server/accounts/customers/find-customers.ts"
import { type Lead, findLead } from "../../../../server/leads/list-leads.ts"
import { type QuoteRow, findQuote, listQuoteVersions, readNewestVersion } from "../../../../server/quotes/quote-rows.ts"
import { readOrderParams } from "../../bookings/order/form.server.ts"
import { newCustomerFromSearch } from "../../bookings/order/new-customer.server.ts"
import type { CustomerToCreate } from "../../../../server/accounts/customers/create-customer.ts"
import type { NewBookingClient } from "../../bookings/order/view.ts"
import { NEW_READER, NEW_RENTAL, type QuoteOrigin } from "../../kit/quotes/quotes-url.ts"
import { type QuoteContent, contentOfCopy, contentOfPrice, contentOfVersion, noContent } from "./content.server.ts"
import type { EditedQuote } from "./form.server.ts"

export function readOrigin({ searchParams }: URL): QuoteOrigin {
  return { lead: searchParams.get("lead"), copy: searchParams.get("copie") }
}

/** null while the reader is to be chosen; "unknown" for a reader or a lead that does not exist. */
export async function loadNewQuote(url: URL): Promise<EditedQuote | null | "unknown"> {
  const origin = readOrigin(url)
  const copied = origin.copy ? await findQuote(origin.copy) : null
  const lead = origin.lead ? await findLead(origin.lead) : null
  if (origin.lead && !lead) return "unknown"
  const client = await findReader(url, { lead, copied })
  if (client === null || client === "unknown") return client
  const content = await readNewContent(client, { lead, copied })
  return {
    client,
    quote: null,
    content,
    loadedVersion: "",
    rental: String(content.rentals[0]?.position ?? NEW_RENTAL),
    origin: { ...origin, copied },
    isReaderFixed: false,
    ...readOrderParams(url),
  }
}

type Source = { lead: Lead | null; copied: QuoteRow | null }

async function readNewContent(client: NewBookingClient, { lead, copied }: Source): Promise<QuoteContent> {
  if (copied) return contentOfCopy(await readNewestVersion(copied.id), { isSameReader: isReaderOf(copied, client) })
  return lead?.price ? contentOfPrice(lead.price.rows) : noContent
}

function isReaderOf(copied: QuoteRow, client: NewBookingClient): boolean {
  if (client.kind === "known") return copied.userId === client.customer.id
  return copied.userId === null && copied.name === client.draft.name && (copied.email ?? "") === client.draft.email
}

async function findReader(
  { searchParams }: URL,
  { lead, copied }: Source,
): Promise<NewBookingClient | null | "unknown"> {
  const id = searchParams.get("client")
  if (id !== null && id !== NEW_READER) {
    const customer = await readCustomer(id)
    return customer ? { kind: "known", customer } : "unknown"
  }
  if (lead) return readLeadPerson(lead)
  if (id === null) return null
  const search = searchParams.get("q")?.trim().slice(0, 200) ?? ""
  const draft = newCustomerFromSearch(search)
  return {
    kind: "new",
    draft: copied && search === "" && copied.name !== null ? { ...draft, ...person(copied) } : draft,
  }
}

async function readLeadPerson({ lead, message, price, email, phone }: Lead): Promise<NewBookingClient> {
  const accountId = lead.userId ?? price?.userId
  const customer = accountId ? await readCustomer(accountId) : await findCustomerByEmail(email)
  if (customer) return { kind: "known", customer }
  const name = message?.name ?? (lead.name || (price?.firstName ?? ""))
  return { kind: "new", draft: { ...newCustomerFromSearch(""), ...person({ name, email, phone }) } }
}

function person({ name, email, phone }: { name: string | null; email: string | null; phone: string | null }) {
  return { name: name ?? "", email: email ?? "", phone: phone ?? "" } satisfies Omit<CustomerToCreate, "id">
}

async function findCustomerByEmail(email: string): Promise<CustomerMatch | null> {
  if (email === "") return null
  return (await findCustomers(email)).find((each) => each.email === normalizeEmail(email)) ?? null
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
    content: contentOfVersion(version),
    loadedVersion: version.updatedAt.toISOString(),
    rental: isStored || requested === NEW_RENTAL ? requested : String(first?.position ?? NEW_RENTAL),
    origin: { copied: null },
    isReaderFixed: versions.length > 1,
    ...readOrderParams(url),
  }
}
