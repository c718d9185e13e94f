import { type SQL, sql } from "drizzle-orm"
import type { Leg } from "../../../domain/booking/route.ts"
import type { Id, ProfileId } from "../../../domain/id.ts"
import type { InvoiceKind } from "../../../domain/finance/invoice-kind.ts"
import { isVisibleToAccount } from "../../access/account-visibility.ts"
import { db } from "../../platform/database.server.ts"
import { type Page, clampPage } from "../../platform/pagination.ts"

export type AccountDocument = { booking: number; productName: string; at: Date } & (
  | {
      kind: "contract"
      version: number
      signed: boolean
      /** In force without a signature: we ended a rental. */
      reduced: boolean
      endedAt: Date | null
      hasPdf: boolean
    }
  | { kind: "invoice"; number: string; invoiceKind: InvoiceKind }
  | { kind: "report"; report: Id; leg: Leg }
)

const DOCUMENTS_PAGE_SIZE = 10

const sources: Readonly<Record<AccountDocument["kind"], (accountId: ProfileId) => SQL>> = {
  // Unsigned contracts are listed while the booking is confirmed (D75).
  contract: (accountId) => sql`
    select coalesce(signed_at, contracts.created_at) as at, number as booking, product_name as product,
      jsonb_build_object('kind', 'contract', 'version', version, 'signed', signed_at is not null,
        'reduced', coalesce(signed_how = 'notice', false),
        'hasPdf', coalesce(sealed_key, pdf_key) is not null, 'endedAt', (
          select max(booking_ends.at) from booking_ends where booking_ends.booking_id = bookings.id and undone_at is null)) as own
    from contracts join bookings on bookings.id = booking_id
    where user_id = ${accountId} and ${isVisibleToAccount()} and content is not null
      and (signed_at is not null or bookings.status = 'confirmed' and contracts.status in ('prepared', 'sent'))`,
  invoice: (accountId) => sql`
    select issued_at, bookings.number, product_name,
      jsonb_build_object('kind', 'invoice', 'number', invoices.number, 'invoiceKind', invoices.kind)
    from invoices join bookings on bookings.id = booking_id
    where user_id = ${accountId} and ${isVisibleToAccount()}`,
  report: (accountId) => sql`
    select recorded_at, number, product_name, jsonb_build_object('kind', 'report', 'report', condition_reports.id, 'leg', leg)
    from condition_reports join bookings on bookings.id = booking_id
    where user_id = ${accountId} and ${isVisibleToAccount()}`,
}

type DocumentDetails =
  | { kind: "contract"; version: number; signed: boolean; reduced: boolean; hasPdf: boolean; endedAt: string | null }
  | { kind: "invoice"; number: string; invoiceKind: InvoiceKind }
  | { kind: "report"; report: Id; leg: Leg }
type Row = { at: string; booking: string; product: string; own: DocumentDetails }

export async function listAccountDocuments(accountId: ProfileId, page: number): Promise<Page<AccountDocument>> {
  const documents = sql.join(
    Object.values(sources).map((rows) => rows(accountId)),
    sql` union all `,
  )
  const { rows: counted } = await db.execute<{ total: number }>(sql`
    select count(*)::integer as total from (${documents}) papers`)
  const total = counted[0]?.total ?? 0
  const { offset, ...pageInfo } = clampPage(total, page, DOCUMENTS_PAGE_SIZE)
  const { rows } = await db.execute<Row>(sql`
    select at, booking, product, own from (${documents}) papers
    order by at desc, booking desc, own desc limit ${DOCUMENTS_PAGE_SIZE} offset ${offset}`)
  return {
    rows: rows.map(({ at, booking, product, own }) => ({
      ...(own.kind === "contract" ? { ...own, endedAt: own.endedAt === null ? null : new Date(own.endedAt) } : own),
      booking: Number(booking),
      productName: product,
      at: new Date(at),
    })),
    total,
    ...pageInfo,
  }
}
