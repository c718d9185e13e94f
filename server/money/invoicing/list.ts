import type { InvoiceKind } from "../../../domain/finance/invoice-kind.ts"
import { type SQL, and, asc, desc, eq, gte, inArray, lte, ne, or, sql } from "drizzle-orm"
import { type Day, type Month, monthOf } from "../../../domain/day.ts"
import type { BookingId } from "../../../domain/id.ts"
import { isInvoiceNumber } from "../../../domain/invoicing/invoice.ts"
import { parseEuros } from "../../../domain/money.ts"
import { db } from "../../platform/database.server.ts"
import { type Page, PAGE_SIZE, clampPage } from "../../platform/pagination.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { invoices } from "../../platform/schema/invoices.ts"
import { matchesAllWords } from "../../platform/text-search.ts"
import type { Invoice } from "./invoice-files.ts"

const invoiceSorts = ["date", "client", "montant"] as const
type InvoiceSort = (typeof invoiceSorts)[number]

export type InvoiceFilter = {
  search: string
  kind: InvoiceKind | null
  from: Day | null
  until: Day | null
}

export type InvoiceLine = Pick<Invoice, "id" | "number" | "kind" | "issuedOn" | "total" | "amount"> & {
  bookingNumber: number
  clientName: string
  credits: string | null
  creditedBy: string | null
}

const clientName = sql<string>`${invoices.content} #>> '{buyer,name}'`

export async function listInvoices(
  filter: InvoiceFilter,
  { sort, descending, page }: { sort: InvoiceSort; descending: boolean; page: number },
): Promise<Page<InvoiceLine>> {
  const where = filterCondition(filter)
  const total = await db.$count(invoices, where)
  const { offset, ...pagination } = clampPage(total, page)
  const by = { date: invoices.issuedAt, client: sql`without_accents(${clientName})`, montant: invoices.total }[sort]
  const direction = descending ? desc : asc
  const order = [direction(by), direction(invoices.issuedAt), direction(invoices.series), direction(invoices.sequence)]
  // Selects the page first: reading `content` decompresses it for every row.
  const pageIds = db
    .select({ id: invoices.id })
    .from(invoices)
    .where(where)
    .orderBy(...order)
    .limit(PAGE_SIZE)
    .offset(offset)
  return { rows: await selectInvoiceLines(inArray(invoices.id, pageIds)).orderBy(...order), total, ...pagination }
}

export function listBookingInvoices(bookingId: BookingId): Promise<InvoiceLine[]> {
  return selectInvoiceLines(eq(invoices.bookingId, bookingId)).orderBy(
    asc(invoices.issuedAt),
    asc(invoices.series),
    asc(invoices.sequence),
  )
}

function selectInvoiceLines(where: SQL | undefined) {
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

export async function findInvoiceByNumber(number: string): Promise<Invoice | null> {
  if (!isInvoiceNumber(number)) return null
  const [invoice] = await db.select().from(invoices).where(eq(invoices.number, number))
  return invoice ?? null
}

export function searchInvoicesByNumber(typed: string, max: number): Promise<InvoiceLine[]> {
  return selectInvoiceLines(matchesAllWords(sql`invoices.words`, typed))
    .orderBy(desc(invoices.year), desc(invoices.series), desc(invoices.sequence))
    .limit(max)
}

/** Position among all invoices of its year. */
export type ExportedInvoice = Invoice & { entry: number }

const isReal = ne(invoices.series, "DEMO")

export async function listExportedInvoices(filter: InvoiceFilter): Promise<ExportedInvoice[]> {
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
    .where(and(filterCondition(filter), isReal))
    .orderBy(asc(invoices.year), asc(places.entry))
  return rows.map(({ invoice, entry }) => ({ ...invoice, entry: Number(entry) }))
}

export async function listInvoicedMonths(): Promise<Month[]> {
  const { rows } = await db.execute<{ first: Day }>(sql`
    select month::date as first
    from (select min(issued_on) as first, max(issued_on) as last from ${invoices} where ${isReal}) days
      cross join generate_series(date_trunc('month', first), last, '1 month') month
    where exists (select from ${invoices} where ${isReal} and issued_on >= month and issued_on < month + interval '1 month') order by 1 desc`)
  return rows.map(({ first }) => monthOf(first))
}

function filterCondition({ search, kind, from, until }: InvoiceFilter): SQL | undefined {
  const amount = search === "" ? null : parseEuros(search)
  return and(
    amount === null
      ? matchesAllWords(sql`invoices.words`, search)
      : or(eq(invoices.total, amount), eq(invoices.amount, amount), matchesAllWords(sql`invoices.words`, search)),
    kind ? eq(invoices.kind, kind) : undefined,
    from ? gte(invoices.issuedOn, from) : undefined,
    until ? lte(invoices.issuedOn, until) : undefined,
  )
}
