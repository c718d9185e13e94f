import type { InvoiceKind } from "../../../domain/finance/invoice-kind.ts"
import { type SQL, and, asc, desc, eq, gte, inArray, lte, ne, or, sql } from "drizzle-orm"
import { type Day, type Month, monthOf } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import { isInvoiceNumber } from "../../../domain/invoicing/invoice.ts"
import { parseEuros } from "../../../domain/money.ts"
import { db } from "../../platform/database.server.ts"
import { type Page, PAGE_SIZE, pageAt } from "../../platform/lists.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { invoices } from "../../platform/schema/invoices.ts"
import { holdsLabel } from "../../platform/text-search.ts"
import type { Invoice } from "./invoice-files.ts"

const invoiceSorts = ["date", "client", "montant"] as const
export type InvoiceSort = (typeof invoiceSorts)[number]

/** Which invoices: every filter that is null or empty takes all. */
export type InvoiceFilter = {
  /** Words of the number or the name, or an amount in euros. */
  search: string
  kind: InvoiceKind | null
  from: Day | null
  until: Day | null
}

export type InvoiceLine = Pick<Invoice, "id" | "number" | "kind" | "issuedOn" | "total" | "amount"> & {
  bookingNumber: number
  clientName: string
  /** The number of the invoice that a credit note takes back. */
  credits: string | null
  /** The number of the credit note that took it back. */
  creditedBy: string | null
}

const clientName = sql<string>`${invoices.content} #>> '{buyer,name}'`

/** One page of all invoices and credit notes. */
export async function listInvoices(
  filter: InvoiceFilter,
  { sort, descending, page }: { sort: InvoiceSort; descending: boolean; page: number },
): Promise<Page<InvoiceLine>> {
  const where = wanted(filter)
  const total = await db.$count(invoices, where)
  const { offset, ...shown } = pageAt(total, page)
  const by = { date: invoices.issuedAt, client: sql`without_accents(${clientName})`, montant: invoices.total }[sort]
  const direction = descending ? desc : asc
  const order = [direction(by), direction(invoices.issuedAt), direction(invoices.series), direction(invoices.sequence)]
  // The page first: what an invoice says is a text that is unpacked for each row that is read.
  const onPage = db
    .select({ id: invoices.id })
    .from(invoices)
    .where(where)
    .orderBy(...order)
    .limit(PAGE_SIZE)
    .offset(offset)
  return { rows: await lines(inArray(invoices.id, onPage)).orderBy(...order), total, ...shown }
}

/** The invoices and credit notes of a booking, the oldest first. */
export function invoicesOf(bookingId: BookingId): Promise<InvoiceLine[]> {
  return lines(eq(invoices.bookingId, bookingId)).orderBy(
    asc(invoices.issuedAt),
    // A credit note comes before what is invoiced anew.
    asc(invoices.series),
    asc(invoices.sequence),
  )
}

function lines(where: SQL | undefined) {
  return db
    .select({
      id: invoices.id,
      number: invoices.number,
      kind: invoices.kind,
      issuedOn: invoices.issuedOn,
      total: invoices.total,
      amount: invoices.amount,
      bookingNumber: bookings.number,
      clientName,
      credits: sql<string | null>`${invoices.content} #>> '{credits,number}'`,
      creditedBy: sql<string | null>`(select note.number from invoices note where note.credits = ${invoices.id})`,
    })
    .from(invoices)
    .innerJoin(bookings, eq(bookings.id, invoices.bookingId))
    .where(where)
    .$dynamic()
}

/** The invoice of that number; null when there is none. */
export async function invoiceNumbered(number: string): Promise<Invoice | null> {
  if (!isInvoiceNumber(number)) return null
  const [invoice] = await db.select().from(invoices).where(eq(invoices.number, number))
  return invoice ?? null
}

/** Whose number begins so, as it is typed; the latest first. */
export function invoicesNumbered(typed: string, max: number): Promise<InvoiceLine[]> {
  return lines(holdsLabel(sql`invoices.words`, typed))
    .orderBy(desc(invoices.year), desc(invoices.series), desc(invoices.sequence))
    .limit(max)
}

/** With its place among all of its year, in the order in which they were made. */
export type ExportedInvoice = Invoice & { entry: number }

/** Play money is in no accounts (D73). */
const isReal = ne(invoices.series, "DEMO")

/** All of the real series that a filter finds, the oldest first. */
export async function exportedInvoices(filter: InvoiceFilter): Promise<ExportedInvoice[]> {
  const places = db
    .select({
      id: invoices.id,
      entry: sql<number>`row_number() over (
        partition by ${invoices.year} order by ${invoices.issuedAt}, ${invoices.series}, ${invoices.sequence})`.as(
        "entry",
      ),
    })
    .from(invoices)
    .where(isReal)
    .as("places")
  const rows = await db
    .select({ invoice: invoices, entry: places.entry })
    .from(invoices)
    .innerJoin(places, eq(places.id, invoices.id))
    .where(and(wanted(filter), isReal))
    .orderBy(asc(invoices.year), asc(places.entry))
  return rows.map(({ invoice, entry }) => ({ ...invoice, entry: Number(entry) }))
}

/** The months in which something was invoiced, the latest first. */
export async function invoicedMonths(): Promise<Month[]> {
  const { rows } = await db.execute<{ first: Day }>(sql`
    select month::date as first
    from (select min(issued_on) as first, max(issued_on) as last from ${invoices} where ${isReal}) days
      cross join generate_series(date_trunc('month', first), last, '1 month') month
    where exists (select from ${invoices} where ${isReal} and issued_on >= month and issued_on < month + interval '1 month') order by 1 desc`)
  return rows.map(({ first }) => monthOf(first))
}

function wanted({ search, kind, from, until }: InvoiceFilter): SQL | undefined {
  const amount = search === "" ? null : parseEuros(search)
  return and(
    amount === null
      ? holdsLabel(sql`invoices.words`, search)
      : or(eq(invoices.total, amount), eq(invoices.amount, amount), holdsLabel(sql`invoices.words`, search)),
    kind ? eq(invoices.kind, kind) : undefined,
    from ? gte(invoices.issuedOn, from) : undefined,
    until ? lte(invoices.issuedOn, until) : undefined,
  )
}
