import { type SQL, sql } from "drizzle-orm"
import type { Leg } from "../../../domain/booking/route.ts"
import type { Id, ProfileId } from "../../../domain/id.ts"
import type { InvoiceKind } from "../../../domain/finance/invoice-kind.ts"
import { shownToAccount } from "../../access/shown-to-account.ts"
import { db } from "../../platform/database.server.ts"
import { type Page, pageAt } from "../../platform/lists.ts"

/** A paper of an account: the booking that it belongs to, what was rented, and when it was signed or made. */
export type OwnDocument = { booking: number; productName: string; at: Date } & (
  | {
      kind: "contract"
      version: number
      signed: boolean
      /** When its booking ended. */
      endedAt: Date | null
      /** A PDF is there; the text always is. */
      hasPdf: boolean
    }
  | { kind: "invoice"; number: string; invoiceKind: InvoiceKind }
  | { kind: "report"; report: Id; leg: Leg }
)

const DOCUMENTS_PAGE_SIZE = 10

/** What each kind adds to the list: the columns of all kinds, and what tells one of its kind from another. */
const sources: Readonly<Record<OwnDocument["kind"], (accountId: ProfileId) => SQL>> = {
  // As in the booking: what waits for a signature is offered while it is confirmed, what was signed stays (D75).
  contract: (accountId) => sql`
    select coalesce(signed_at, contracts.created_at) as at, number as booking, product_name as product,
      jsonb_build_object('kind', 'contract', 'version', version, 'signed', signed_at is not null,
        'hasPdf', coalesce(sealed_key, pdf_key) is not null, 'endedAt', (
          select max(booking_ends.at) from booking_ends where booking_ends.booking_id = bookings.id and undone_at is null)) as own
    from contracts join bookings on bookings.id = booking_id
    where user_id = ${accountId} and ${shownToAccount()} and content is not null
      and (signed_at is not null or bookings.status = 'confirmed' and contracts.status in ('prepared', 'sent'))`,
  invoice: (accountId) => sql`
    select issued_at, bookings.number, product_name,
      jsonb_build_object('kind', 'invoice', 'number', invoices.number, 'invoiceKind', invoices.kind)
    from invoices join bookings on bookings.id = booking_id
    where user_id = ${accountId} and ${shownToAccount()}`,
  report: (accountId) => sql`
    select recorded_at, number, product_name, jsonb_build_object('kind', 'report', 'report', condition_reports.id, 'leg', leg)
    from condition_reports join bookings on bookings.id = booking_id
    where user_id = ${accountId} and ${shownToAccount()}`,
}

type Own =
  | { kind: "contract"; version: number; signed: boolean; hasPdf: boolean; endedAt: string | null }
  | { kind: "invoice"; number: string; invoiceKind: InvoiceKind }
  | { kind: "report"; report: Id; leg: Leg }
type Row = { at: string; booking: string; product: string; own: Own }

/** A page of an account's papers, the latest first. */
export async function ownDocuments(accountId: ProfileId, page: number): Promise<Page<OwnDocument>> {
  const papers = sql.join(
    Object.values(sources).map((rows) => rows(accountId)),
    sql` union all `,
  )
  const { rows: counted } = await db.execute<{ total: number }>(sql`
    select count(*)::integer as total from (${papers}) papers`)
  const total = counted[0]?.total ?? 0
  const { offset, ...place } = pageAt(total, page, DOCUMENTS_PAGE_SIZE)
  const { rows } = await db.execute<Row>(sql`
    select at, booking, product, own from (${papers}) papers
    order by at desc, booking desc, own desc limit ${DOCUMENTS_PAGE_SIZE} offset ${offset}`)
  return {
    rows: rows.map(({ at, booking, product, own }) => ({
      ...(own.kind === "contract" ? { ...own, endedAt: own.endedAt === null ? null : new Date(own.endedAt) } : own),
      booking: Number(booking),
      productName: product,
      at: new Date(at),
    })),
    total,
    ...place,
  }
}
