import { type SQL, sql } from "drizzle-orm"
import type { Day } from "../../domain/day.ts"
import type { Id, ProfileId, QuoteId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { type FollowUpReason, ENDING_DAYS, FOLLOW_UP_DAYS, followUpReason } from "../../domain/quotes/follow-up.ts"
import { type QuoteState, quoteStateAt } from "../../domain/quotes/state.ts"
import { db } from "../platform/database.server.ts"
import { type Page, PAGE_SIZE, clampPage } from "../platform/pagination.ts"
import { matchesAllWords, withoutAccents } from "../platform/text-search.ts"

export type ListedQuote = {
  id: QuoteId
  number: string
  /** At that moment. */
  state: QuoteState
  readerName: string
  productName: string
  dates: Day[]
  total: Cents
  version: number
  /** The newest sent version was sent then. */
  sentAt: Date | null
  validUntil: Date | null
  firstOpenedAt: Date | null
  changeRequestedAt: Date | null
  orderReceivedAt: Date | null
  followUp: FollowUpReason | null
}

type QuoteQuery = {
  search: string
  state: QuoteState | "to-follow-up" | null
  sort: "date" | "client" | "fin"
  descending: boolean
  page: number
}

const quotesWithVersions = sql`quotes quote
  join lateral (
    select version, row, created_at from quote_versions
    where quote_id = quote.id order by version desc limit 1) newest on true
  left join lateral (
    select sent_at, valid_until from quote_versions
    where quote_id = quote.id and sent_at is not null order by version desc limit 1) sent on true
  left join profiles reader on reader.id = quote.user_id`

const words = sql`${withoutAccents(sql`(quote.number || ' ' || coalesce(reader.name, quote.name) || ' '
  || coalesce(reader.email, quote.email, '') || ' ' || (newest.row ->> 'productName'))`)}`

type Moment = "sentAt" | "validUntil" | "firstOpenedAt" | "changeRequestedAt" | "orderReceivedAt"
type Row = Omit<ListedQuote, "followUp" | Moment> & Record<Moment, string | null>

export async function listQuotes(query: QuoteQuery, at: Date): Promise<Page<ListedQuote>> {
  const conditions = [stateCondition(query.state, at), matchesAllWords(words, query.search)].filter(
    (condition) => condition !== undefined,
  )
  const condition = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
  const total = await countQuotes(condition)
  const { offset, ...page } = clampPage(total, query.page)
  const rows = await selectLines(condition, { order: sortOrder(query), limit: PAGE_SIZE, offset, at })
  return { rows, total, ...page }
}

async function countQuotes(condition: SQL): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::integer as total from ${quotesWithVersions} where ${condition}`,
  )
  return rows[0]?.total ?? 0
}

/** The soonest to end first. */
export async function listQuotesToFollowUp(at: Date, max: number): Promise<{ items: ListedQuote[]; count: number }> {
  const condition = sql`${stateCondition("to-follow-up", at)}`
  const order = sql`
    least(quote.change_requested_at, case when ${hasWaitingOrder} then quote.order_received_at end) nulls last,
    sent.valid_until, quote.number`
  const items = await selectLines(condition, { order, limit: max, offset: 0, at })
  return { items, count: items.length < max ? items.length : await countQuotes(condition) }
}

export async function searchQuotes(search: string, max: number, at: Date): Promise<ListedQuote[]> {
  const condition = matchesAllWords(words, search)
  if (!condition) return []
  return selectLines(condition, { order: sql`quote.created_at desc, quote.number desc`, limit: max, offset: 0, at })
}

type Source = { customer: ProfileId } | { lead: Id }

/** The newest first. */
export async function listQuotesOf(source: Source, at: Date): Promise<ListedQuote[]> {
  const condition =
    "customer" in source ? sql`quote.user_id = ${source.customer}::uuid` : sql`quote.lead_id = ${source.lead}::uuid`
  const order = sql`quote.created_at desc, quote.number desc`
  return selectLines(condition, { order, limit: PAGE_SIZE, offset: 0, at })
}

type Part = { order: SQL; limit: number; offset: number; at: Date }

async function selectLines(condition: SQL, { order, limit, offset, at }: Part): Promise<ListedQuote[]> {
  const { rows } = await db.execute<Row>(sql`
    select quote.id, quote.number, quote.state, coalesce(reader.name, quote.name) as "readerName",
      newest.row ->> 'productName' as "productName", newest.row -> 'dates' as dates,
      (newest.row ->> 'total')::integer as total, newest.version, sent.sent_at as "sentAt",
      sent.valid_until as "validUntil", quote.first_opened_at as "firstOpenedAt",
      quote.change_requested_at as "changeRequestedAt", quote.order_received_at as "orderReceivedAt"
    from ${quotesWithVersions} where ${condition} order by ${order} limit ${limit} offset ${offset}`)
  return rows.map((row) => {
    const instant = (text: string | null) => (text === null ? null : new Date(text))
    const quote = {
      ...row,
      sentAt: instant(row.sentAt),
      validUntil: instant(row.validUntil),
      firstOpenedAt: instant(row.firstOpenedAt),
      changeRequestedAt: instant(row.changeRequestedAt),
      orderReceivedAt: instant(row.orderReceivedAt),
    }
    return { ...quote, state: quoteStateAt(quote, at), followUp: followUpReason(quote, at) }
  })
}

const hasWaitingOrder = sql`(quote.order_received_at >= sent.sent_at and quote.state in ('sent', 'expired'))`

/** Must agree with `quoteStateAt` and `followUpReason`. */
function stateCondition(state: QuoteQuery["state"], at: Date): SQL | undefined {
  const now = sql`${at.toISOString()}::timestamptz`
  const today = sql`(${now} at time zone 'Europe/Paris')::date`
  const isValid = sql`quote.state = 'sent' and sent.valid_until > ${now}`
  switch (state) {
    case null:
      return undefined
    case "to-follow-up":
      return sql`(quote.change_requested_at is not null and quote.state <> 'accepted'
        or ${hasWaitingOrder} or ${isValid} and (
        (sent.valid_until at time zone 'Europe/Paris')::date - ${today} <= ${ENDING_DAYS}
        or ${today} - (sent.sent_at at time zone 'Europe/Paris')::date >= ${FOLLOW_UP_DAYS}))`
    case "sent":
      return isValid
    case "expired":
      return sql`(quote.state = 'expired' or quote.state = 'sent' and sent.valid_until <= ${now})`
    default:
      return sql`quote.state = ${state}`
  }
}

function sortOrder({ sort, descending }: QuoteQuery): SQL {
  const direction = descending ? sql`desc` : sql`asc`
  switch (sort) {
    case "date":
      return sql`quote.created_at ${direction}, quote.number ${direction}`
    case "client":
      return sql`without_accents(coalesce(reader.name, quote.name)) ${direction}, quote.number`
    case "fin":
      return sql`sent.valid_until ${direction} nulls last, quote.number`
  }
}
