import { asc, eq, sql } from "drizzle-orm"
import type { Agreement } from "../../../domain/booking/agreement.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import type { InstalmentRow } from "../../../domain/finance/payment.ts"
import { paymentSchedule } from "../../../domain/finance/payment-schedule.ts"
import type { BookingId, ContractId } from "../../../domain/id.ts"
import type { Cents } from "../../../domain/money.ts"
import { type Executor, type Transaction, db } from "../../platform/database.server.ts"
import { instalments } from "../../platform/schema/money.ts"

type ContractToPay = { id: ContractId; bookingId: BookingId; total: Cents; agreement: Agreement }

/**
 * What a new version of a contract asks for and when (D27, D30), inside the transaction that makes it. What is due at
 * once is due at the signature, whenever that is.
 */
export async function addInstalments(
  tx: Transaction,
  { id, bookingId, total, agreement }: ContractToPay,
  firstDay: Day,
  at: Date,
): Promise<InstalmentRow[]> {
  const today = dayInParis(at)
  const rows = paymentSchedule({ total, firstDay }, agreement, today).map(({ kind, amount, dueOn }) => ({
    kind,
    amount,
    dueOn: dueOn <= today ? null : dueOn,
  }))
  if (rows.length > 0)
    await tx
      .insert(instalments)
      .values(rows.map((row, index) => ({ ...row, bookingId, contractId: id, position: index + 1, createdAt: at })))
  return rows
}

/** What the version in force asks for, in its order (D59); empty before there is one, and for a booking without a price. */
export async function instalmentsOf(bookingId: BookingId, executor: Executor = db): Promise<InstalmentRow[]> {
  const { rows } = await executor.execute<{ kind: InstalmentRow["kind"]; amount: Cents; due_on: Day | null }>(sql`
    select kind, amount, due_on from instalments_in_force(${bookingId}) order by position`)
  return rows.map(({ kind, amount, due_on: dueOn }) => ({ kind, amount, dueOn }))
}

/** What one version asks for, in its order. */
export async function instalmentsOfContract(contractId: ContractId, executor: Executor = db): Promise<InstalmentRow[]> {
  return executor
    .select({ kind: instalments.kind, amount: instalments.amount, dueOn: instalments.dueOn })
    .from(instalments)
    .where(eq(instalments.contractId, contractId))
    .orderBy(asc(instalments.position))
}
