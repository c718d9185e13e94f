import { type SQL, sql } from "drizzle-orm"
import type { ProfileId } from "../../domain/id.ts"
import { shownToAccount } from "../bookings/shown-to-account.ts"
import { db } from "../database.server.ts"
import { type Page, pageAt } from "../lists.ts"

/** The papers of an account, by kind: a new one adds its name here and its rows in `sources`. */
export type DocumentKind = "contract"

export type OwnDocument = {
  kind: DocumentKind
  /** The booking that it belongs to, and what was rented. */
  booking: number
  productName: string
  /** Which of its kind: the version of a contract. */
  version: number
  /** When it was signed, or made. */
  at: Date
  signed: boolean
  /** A PDF is there; the text always is. */
  hasPdf: boolean
}

const DOCUMENTS_PAGE_SIZE = 10

/** What each kind adds to the list, as rows of (kind, booking, product, version, at, signed, has_pdf). */
const sources: Readonly<Record<DocumentKind, (accountId: ProfileId) => SQL>> = {
  // As in the booking: only a confirmed one offers its contract (specification, section 4).
  contract: (accountId) => sql`
    select 'contract' as kind, number as booking, product_name as product, version,
      coalesce(signed_at, contracts.created_at) as at, contracts.status = 'signed' as signed,
      coalesce(sealed_key, pdf_key) is not null as has_pdf
    from contracts join bookings on bookings.id = booking_id
    where user_id = ${accountId} and ${shownToAccount()} and bookings.status = 'confirmed' and content is not null
      and contracts.status in ('prepared', 'sent', 'signed')`,
}

type Row = {
  kind: DocumentKind
  booking: string
  product: string
  version: number
  at: string
  signed: boolean
  has_pdf: boolean
  total: number
}

/** A page of an account's papers, the latest first. */
export async function ownDocuments(accountId: ProfileId, page: number): Promise<Page<OwnDocument>> {
  const all = sql.join(
    Object.values(sources).map((rows) => rows(accountId)),
    sql` union all `,
  )
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`select count(*)::integer as total from (${all}) papers`,
  )
  const total = counted[0]?.total ?? 0
  const { offset, ...place } = pageAt(total, page, DOCUMENTS_PAGE_SIZE)
  const { rows } = await db.execute<Row>(sql`
    select * from (${all}) papers order by at desc, booking desc, version desc limit ${DOCUMENTS_PAGE_SIZE} offset ${offset}`)
  return {
    rows: rows.map(({ kind, booking, product, version, at, signed, has_pdf: hasPdf }) => ({
      kind,
      booking: Number(booking),
      productName: product,
      version,
      at: new Date(at),
      signed,
      hasPdf,
    })),
    total,
    ...place,
  }
}
