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

/** A null due date means due at the signature (D27, D30). */
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

/** Empty before a version is in force (D59). */
export async function listInstalments(bookingId: BookingId, executor: Executor = db): Promise<InstalmentRow[]> {
  const { rows } = await executor.execute<{ kind: InstalmentRow["kind"]; amount: Cents; due_on: Day | null }>(sql`
    select kind, amount, due_on from instalments_in_force(${bookingId}) order by position`)
  return rows.map(({ kind, amount, due_on: dueOn }) => ({ kind, amount, dueOn }))
}

export async function listContractInstalments(
  contractId: ContractId,
  executor: Executor = db,
): Promise<InstalmentRow[]> {
  return executor
    .select({ kind: instalments.kind, amount: instalments.amount, dueOn: instalments.dueOn })
    .from(instalments)
    .where(eq(instalments.contractId, contractId))
    .orderBy(asc(instalments.position))
}
