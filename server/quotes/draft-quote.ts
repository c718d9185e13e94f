import { eq } from "drizzle-orm"
import { normalizeEmail } from "../../domain/accounts/email.ts"
import type { Staff } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { Id, ProfileId, QuoteId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { adjustmentsIn } from "../../domain/pricing/adjustment.ts"
import { type AdjustmentLine, MAX_TO_PAY } from "../../domain/pricing/price.ts"
import type { QuoteExtra } from "../../domain/quotes/extras.ts"
import { canBecome } from "../../domain/quotes/state.ts"
import {
  type KeepProblem,
  defaultValidity,
  keepProblem,
  latestValidity,
  validityUntil,
} from "../../domain/quotes/validity.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import type { PlaceProblem } from "../bookings/quote-order.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { type QuotedRow, quoteVersions, quotes } from "../platform/schema/quotes.ts"
import { readFinanceSettings } from "../shop/settings/queries.ts"
import { type LineProblem, type QuoteLine, type QuotedOrder, priceQuote } from "./price-quote.ts"
import {
  type QuoteRow,
  type QuoteVersion,
  isVersion,
  lockQuote,
  readNewestVersion,
  takeQuoteNumber,
} from "./quote-rows.ts"

type DraftReader = { userId: ProfileId } | { name: string; email: string; phone: string }

export type QuoteTerms = {
  extras: readonly QuoteExtra[]
  message: string
  /** null for the usual validity. */
  validUntil: Day | null
  keepUntil: Day | null
}

export type QuoteDraft = { reader: DraftReader; order: QuotedOrder; terms: QuoteTerms; expectedTotal: Cents }

export type TermsProblem = { kind: "too-near" } | { kind: "validity-past" } | KeepProblem

export type LockProblem = { kind: "gone" } | { kind: "no-draft" } | { kind: "stale" }

export type DraftProblem =
  | PlaceProblem
  | LineProblem
  | TermsProblem
  | LockProblem
  /** With every line ticked. */
  | { kind: "extras-too-much"; total: Cents }

type Origin = { leadId?: Id | null; copiedFrom?: QuoteRow | null }

/** The id comes from the form, so that a repeated post creates one quote. */
export async function createQuote({
  actor,
  id,
  customerId,
  draft,
  origin = {},
  at = new Date(),
}: {
  actor: Staff
  id: QuoteId
  customerId: ProfileId
  draft: QuoteDraft
  origin?: Origin
  at?: Date
}): Promise<Result<QuoteRow, DraftProblem>> {
  const priced = await toVersion(draft, { customerId, quoteId: null, at })
  if (!priced.ok) return priced
  return transaction(async (tx) => {
    const existing = await lockQuote(tx, id)
    if (existing) return ok(existing)
    const { leadId = null, copiedFrom = null } = origin
    const quote = await insertQuote(tx, {
      row: { id, ...readerColumns(draft.reader), leadId, copiedFrom: copiedFrom?.id ?? null, createdBy: actor.id },
      version: priced.value,
      at,
    })
    if (!quote) return ok(await readQuote(tx, id))
    const details = { number: quote.number, ...(copiedFrom && { copiedFrom: copiedFrom.number }) }
    await recordEvent(tx, { by: actor, action: "quote.drafted", subject: id, details, at })
    return ok(quote)
  })
}

type NewQuote = {
  row: Omit<typeof quotes.$inferInsert, "number">
  version: DraftValues
  at: Date
}

/** null when another post made it at the same moment. */
async function insertQuote(tx: Transaction, { row, version, at }: NewQuote): Promise<QuoteRow | null> {
  const number = await takeQuoteNumber(tx, at)
  const [quote] = await tx
    .insert(quotes)
    .values({ ...row, number, createdAt: at })
    .onConflictDoNothing({ target: quotes.id })
    .returning()
  if (!quote) return null
  await tx.insert(quoteVersions).values({ ...version, quoteId: quote.id, version: 1, createdAt: at })
  return quote
}

async function readQuote(tx: Transaction, id: QuoteId): Promise<QuoteRow> {
  const quote = await lockQuote(tx, id)
  if (!quote) throw new Error(`Quote ${id} was made, then gone`)
  return quote
}

/** `loadedVersion` is the instant of the last change that the form showed. */
export async function editDraft({
  actor,
  id,
  customerId,
  draft,
  loadedVersion,
  at = new Date(),
}: {
  actor: Staff
  id: QuoteId
  customerId: ProfileId
  draft: QuoteDraft
  loadedVersion: string
  at?: Date
}): Promise<Result<QuoteRow, DraftProblem>> {
  const priced = await toVersion(draft, { customerId, quoteId: id, at })
  if (!priced.ok) return priced
  return transaction(async (tx) => {
    const edited = await writeDraft(tx, { actor, id, loadedVersion, values: priced.value, at })
    if (!edited.ok) return edited
    // A reader who has read a version stays the same.
    const [saved] = await tx.update(quotes).set(readerColumns(draft.reader)).where(eq(quotes.id, id)).returning()
    if (!saved) throw new Error("The quote was locked, then gone")
    return ok(saved)
  })
}

type DraftValues = Pick<QuoteVersion, "row" | "extras" | "message" | "validUntil" | "keepUntil">
type WriteDraft = { actor: Staff; id: QuoteId; loadedVersion: string; values: DraftValues; at: Date }

async function writeDraft(
  tx: Transaction,
  { actor, id, loadedVersion, values, at }: WriteDraft,
): Promise<Result<QuoteRow, LockProblem>> {
  const locked = await lockDraft(tx, id, loadedVersion)
  if (!locked.ok) return locked
  const { quote, version } = locked.value
  await tx.update(quoteVersions).set(values).where(isVersion(version))
  const details = { number: quote.number, total: values.row.total }
  await recordEvent(tx, { by: actor, action: "quote.edited", subject: id, details, at })
  return ok(quote)
}

async function lockDraft(
  tx: Transaction,
  id: QuoteId,
  loadedVersion: string,
): Promise<Result<{ quote: QuoteRow; version: QuoteVersion }, LockProblem>> {
  const quote = await lockQuote(tx, id)
  if (!quote) return err({ kind: "gone" })
  const version = await readNewestVersion(id, tx)
  if (version.sentAt !== null || quote.state === "accepted") return err({ kind: "no-draft" })
  return version.updatedAt.toISOString() === loadedVersion ? ok({ quote, version }) : err({ kind: "stale" })
}

function readerColumns(reader: DraftReader) {
  if ("userId" in reader) return { userId: reader.userId, name: null, email: null, phone: null }
  const { name, email, phone } = reader
  return { userId: null, name: name.trim(), email: normalizeEmail(email) || null, phone: phone.trim() || null }
}

type Pricing = { customerId: ProfileId; quoteId: QuoteId | null; at: Date }

async function toVersion(
  { order, terms, expectedTotal }: QuoteDraft,
  { at, ...pricing }: Pricing,
): Promise<Result<DraftValues, DraftProblem>> {
  const priced = await priceQuote(order, { ...pricing, at })
  if (!priced.ok) return priced
  const { row } = priced.value
  if (row.total !== expectedTotal) return err({ kind: "price-changed", expectedTotal, total: row.total })
  const highest = terms.extras.reduce((sum, { amount }) => sum + amount, row.total)
  if (highest > MAX_TO_PAY) return err({ kind: "extras-too-much", total: highest })
  const { quoteValidityDays } = await readFinanceSettings()
  const dated = datesOfTerms(row, { ...terms, days: quoteValidityDays, at })
  if (!dated.ok) return dated
  return ok({ row, extras: terms.extras, message: terms.message, ...dated.value })
}

function datesOfTerms(
  row: QuotedRow,
  { validUntil, keepUntil, days, at }: Pick<QuoteTerms, "validUntil" | "keepUntil"> & { days: number; at: Date },
): Result<Pick<QuoteVersion, "validUntil" | "keepUntil">, TermsProblem> {
  const latest = latestValidity(row.rentals, at)
  if (latest === null) return err({ kind: "too-near" })
  const until = validUntil ? validityUntil(validUntil, latest) : defaultValidity(latest, { days, at })
  if (until <= at) return err({ kind: "validity-past" })
  const problem = keepProblem(keepUntil, until, at)
  return problem ? err(problem) : ok({ validUntil: until, keepUntil })
}

/** The newest version stays in force until the new one is sent. Pressing twice starts one. */
export async function startNewVersion(
  actor: Staff,
  id: QuoteId,
  at: Date = new Date(),
): Promise<Result<QuoteRow, { kind: "gone" } | { kind: "accepted" } | { kind: "too-near" }>> {
  const { quoteValidityDays: days } = await readFinanceSettings()
  return transaction(async (tx) => {
    const quote = await lockQuote(tx, id)
    if (!quote) return err({ kind: "gone" })
    const newest = await readNewestVersion(id, tx)
    if (newest.sentAt === null) return ok(quote)
    if (!canBecome(quote.state, "sent")) return err({ kind: "accepted" })
    const { row, extras, message, version } = newest
    const terms = { validUntil: null, keepUntil: newest.keepUntil, days, at }
    const sameDates = datesOfTerms(row, terms)
    const dated = sameDates.ok ? sameDates : datesOfTerms(row, { ...terms, keepUntil: null })
    if (!dated.ok) return err({ kind: "too-near" })
    const next = { quoteId: id, version: version + 1, row, extras, message, ...dated.value, createdAt: at }
    await tx.insert(quoteVersions).values(next)
    const details = { number: quote.number, total: row.total }
    await recordEvent(tx, { by: actor, action: "quote.edited", subject: id, details, at })
    return ok(quote)
  })
}

type RemoveRental = {
  actor: Staff
  id: QuoteId
  customerId: ProfileId
  position: number
  loadedVersion: string
  at?: Date
}

/** The last one stays. */
export async function removeRental({
  actor,
  id,
  customerId,
  position,
  loadedVersion,
  at = new Date(),
}: RemoveRental): Promise<Result<QuoteRow, DraftProblem>> {
  const newest = await readNewestVersion(id)
  const { row, extras, message, validUntil, keepUntil } = newest
  const others = row.rentals.filter((rental) => rental.position !== position)
  if (others.length === 0) return err({ kind: "no-days" })
  const isMeasured = row.isDelivery && row.addressPrecision === null && !row.distanceToConfirm
  const order = {
    rental: null,
    others,
    isDelivery: row.isDelivery,
    address: row.address,
    distanceKm: isMeasured ? row.distance : null,
    lines: adjustmentsIn(row.priceLines.lines).map(toQuoteLine),
    promoCode: row.promoCode ?? null,
  }
  const priced = await priceQuote(order, { customerId, quoteId: id, at })
  if (!priced.ok) return priced
  const values = { row: priced.value.row, extras, message, validUntil, keepUntil }
  return transaction((tx) => writeDraft(tx, { actor, id, loadedVersion, values, at }))
}

/** An agreed price stays the difference that it was. */
function toQuoteLine({ id, adjustment, label: name, amount }: AdjustmentLine): QuoteLine {
  const kind = adjustment === "agreed-price" ? (amount < 0 ? "discount" : "surcharge") : adjustment
  return { id, kind, name, amount: Math.abs(amount) }
}
