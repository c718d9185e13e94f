import { type SQL, and, asc, desc, eq, inArray, or, sql } from "drizzle-orm"
import type { BankLineState, StatementFormat } from "../../../domain/finance/bank-statement.ts"
import type { Day } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { db } from "../../platform/database.server.ts"
import { type Page, PAGE_SIZE, clampPage } from "../../platform/pagination.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bankLinesNow, bankStatements } from "../../platform/schema/bank.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { payments, refunds } from "../../platform/schema/money.ts"
import { matchesAllWords, withoutAccents } from "../../platform/text-search.ts"
import { parseStatementAmount } from "./text.ts"

export type BankLine = {
  id: Id
  bookedOn: Day
  amount: Cents
  label: string
  counterparty: string | null
  reference: string | null
  /** A returned transfer: neither a payment nor a refund. */
  reversal: boolean
  state: BankLineState
  settledAs: {
    kind: "payment" | "refund"
    recorded: boolean
    paymentId: Id | null
    number: number
    clientName: string
  } | null
}

type BankLineQuery = { state: BankLineState; search: string; page: number }

export async function listBankLines({
  state,
  search,
  page,
}: BankLineQuery): Promise<Page<BankLine> & { open: number }> {
  const { label, counterparty, reference } = bankLinesNow
  const amount = parseStatementAmount(search)
  const words = sql`${label} || ' ' || coalesce(${counterparty}, '') || ' ' || coalesce(${reference}, '')`
  const condition = and(
    eq(bankLinesNow.state, state),
    or(
      matchesAllWords(withoutAccents(words), search),
      amount === null ? undefined : sql`abs(${bankLinesNow.amount}) = abs(${amount}::integer)`,
    ),
  )
  const [total, open] = await Promise.all([db.$count(bankLinesNow, condition), countOpenBankLines()])
  const { offset, ...at } = clampPage(total, page)
  const rows = await selectLines(condition).limit(PAGE_SIZE).offset(offset)
  return { rows: rows.map(toBankLine), total, open, ...at }
}

export function countOpenBankLines() {
  return db.$count(bankLinesNow, eq(bankLinesNow.state, "open"))
}

export async function readBankLine(id: Id): Promise<BankLine | null> {
  const [row] = await selectLines(eq(bankLinesNow.id, id))
  return row ? toBankLine(row) : null
}

export async function listOpenLinesFrom(sender: string, max: number): Promise<BankLine[]> {
  const { counterparty, amount, reversal, state } = bankLinesNow
  const condition = and(eq(counterparty, sender), eq(state, "open"), eq(reversal, false), sql`${amount} > 0`)
  return (await selectLines(condition).limit(max)).map(toBankLine)
}

type Row = Awaited<ReturnType<typeof selectLines>>[number]

function selectLines(condition: SQL | undefined) {
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
    .where(condition)
    .orderBy(desc(bankLinesNow.bookedOn), asc(bankLinesNow.id))
    .$dynamic()
}

function toBankLine({ recorded, paymentId, refundId, number, clientName, ...line }: Row): BankLine {
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
  unsettled: number
}

export async function listRecentStatements(max: number): Promise<ImportedStatement[]> {
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
