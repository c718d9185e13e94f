import { type SQL, and, asc, desc, eq, inArray, or, sql } from "drizzle-orm"
import type { BankLineState, StatementFormat } from "../../../domain/finance/bank-statement.ts"
import type { Day } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { db } from "../../platform/database.server.ts"
import { type Page, PAGE_SIZE, pageAt } from "../../platform/lists.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bankLinesNow, bankStatements } from "../../platform/schema/bank.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { payments, refunds } from "../../platform/schema/money.ts"
import { holdsLabel, withoutAccents } from "../../platform/text-search.ts"
import { statementAmount } from "./text.ts"

export type BankLine = {
  id: Id
  bookedOn: Day
  /** Below zero for money that went out. */
  amount: Cents
  label: string
  counterparty: string | null
  reference: string | null
  /** The bank took it back, or brought it back: it is neither a payment nor a refund. */
  reversal: boolean
  state: BankLineState
  /** What it was settled as; `recorded`: the payment was written for this line. */
  settledAs: {
    kind: "payment" | "refund"
    recorded: boolean
    paymentId: Id | null
    number: number
    clientName: string
  } | null
}

export type LinesAsked = { state: BankLineState; search: string; page: number }

/** One page of the lines in a state, the latest first, with how many are open in all. */
export async function listBankLines({ state, search, page }: LinesAsked): Promise<Page<BankLine> & { open: number }> {
  const { label, counterparty, reference } = bankLinesNow
  const amount = statementAmount(search)
  const words = sql`${label} || ' ' || coalesce(${counterparty}, '') || ' ' || coalesce(${reference}, '')`
  const which = and(
    eq(bankLinesNow.state, state),
    or(
      holdsLabel(withoutAccents(words), search),
      amount === null ? undefined : sql`abs(${bankLinesNow.amount}) = abs(${amount}::integer)`,
    ),
  )
  const [total, open] = await Promise.all([db.$count(bankLinesNow, which), openBankLines()])
  const { offset, ...at } = pageAt(total, page)
  const rows = await readLines(which).limit(PAGE_SIZE).offset(offset)
  return { rows: rows.map(lineOf), total, open, ...at }
}

/** Lines that wait for somebody to say what they are. */
export function openBankLines(): Promise<number> {
  return db.$count(bankLinesNow, eq(bankLinesNow.state, "open"))
}

/** Null where there is no such line. */
export async function readBankLine(id: Id): Promise<BankLine | null> {
  const [row] = await readLines(eq(bankLinesNow.id, id))
  return row ? lineOf(row) : null
}

/** The open lines that came in from that sender, the latest first. */
export async function openLinesFrom(sender: string, max: number): Promise<BankLine[]> {
  const { counterparty, amount, reversal, state } = bankLinesNow
  const which = and(eq(counterparty, sender), eq(state, "open"), eq(reversal, false), sql`${amount} > 0`)
  return (await readLines(which).limit(max)).map(lineOf)
}

type Row = Awaited<ReturnType<typeof readLines>>[number]

function readLines(which: SQL | undefined) {
  const { id, bookedOn, amount, label, counterparty, reference, recorded, paymentId, refundId, reversal, state } =
    bankLinesNow
  return db
    .select({
      id,
      bookedOn,
      amount,
      label,
      counterparty,
      reference,
      recorded,
      paymentId,
      refundId,
      reversal,
      state,
      number: bookings.number,
      clientName: profiles.name,
    })
    .from(bankLinesNow)
    .leftJoin(payments, eq(payments.id, bankLinesNow.paymentId))
    .leftJoin(refunds, eq(refunds.id, bankLinesNow.refundId))
    .leftJoin(bookings, sql`${bookings.id} = coalesce(${payments.bookingId}, ${refunds.bookingId})`)
    .leftJoin(profiles, eq(profiles.id, bookings.userId))
    .where(which)
    .orderBy(desc(bankLinesNow.bookedOn), asc(bankLinesNow.id))
    .$dynamic()
}

function lineOf({ recorded, paymentId, refundId, number, clientName, ...line }: Row): BankLine {
  const settledAs =
    line.state === "settled" && number !== null && clientName !== null
      ? {
          kind: refundId === null ? ("payment" as const) : ("refund" as const),
          recorded,
          paymentId,
          number,
          clientName,
        }
      : null
  return { ...line, settledAs }
}

export type ImportedStatement = {
  id: Id
  format: StatementFormat
  account: string | null
  importedAt: Date
  fresh: number
  known: number
  aside: number
  /** How many of its lines can be taken away with it. */
  unsettled: number
}

/** The last statements that were taken in, the latest first. */
export async function lastStatements(max: number): Promise<ImportedStatement[]> {
  const { id, format, account, importedAt, fresh, known, aside } = bankStatements
  const rows = await db
    .select({ id, format, account, importedAt, fresh, known, aside })
    .from(bankStatements)
    .orderBy(desc(importedAt), asc(id))
    .limit(max)
  const counts = await db
    .select({ id: bankLinesNow.statementId, lines: sql<number>`count(*)::integer` })
    .from(bankLinesNow)
    .where(
      and(
        inArray(
          bankLinesNow.statementId,
          rows.map((row) => row.id),
        ),
        sql`${bankLinesNow.state} <> 'settled'`,
      ),
    )
    .groupBy(bankLinesNow.statementId)
  const unsettled = new Map(counts.map((row) => [row.id, row.lines]))
  return rows.map((row) => ({ ...row, unsettled: unsettled.get(row.id) ?? 0 }))
}
