import { eq } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { findDepositProvider } from "../payments/current.server.ts"
import type { DepositSessionState } from "../payments/deposit-provider.ts"
import { depositTries } from "../../platform/schema/deposits.ts"
import { type DepositAttempt, storeCard, lockDeposit } from "./deposit.ts"
import { recordHold } from "./record-hold.ts"

/** Idempotent: called from the return, the webhook and a job. With `close` the page accepts no card any more. */
export async function settleDepositPage(
  id: Id,
  { at = new Date(), close = false }: { at?: Date; close?: boolean } = {},
): Promise<DepositAttempt | null> {
  const attempt = await readAttempt(id)
  if (!attempt || attempt.kind === "off-session" || (attempt.status !== "opening" && attempt.status !== "open"))
    return attempt
  const provider = findDepositProvider(attempt.provider)
  if (!provider) throw new Error(`The key of ${attempt.provider} is not set any more`)
  // Without a session nobody has the page's address.
  if (attempt.sessionId === null) return closeAttempt(attempt.id, null, at)
  const { sessionId, kind } = attempt
  const page = await provider.fetchPage(sessionId, kind, at)
  const state = page.kind === "open" && close ? await provider.closePage(sessionId, kind, at) : page
  switch (state.kind) {
    case "open":
      await db.update(depositTries).set({ lookedAt: at, failure: state.failure }).where(eq(depositTries.id, id))
      return readAttempt(id)
    case "closed":
      return closeAttempt(id, state.failure, at)
    case "saved":
    case "held":
      await transaction((tx) => recordSuccess(tx, attempt, state, at))
      return readAttempt(id)
  }
}

async function readAttempt(id: Id): Promise<DepositAttempt | null> {
  const [row] = await db.select().from(depositTries).where(eq(depositTries.id, id))
  return row ?? null
}

async function closeAttempt(id: Id, failure: string | null, at: Date): Promise<DepositAttempt | null> {
  await transaction(async (tx) => {
    const open = await lockOpenAttempt(tx, id)
    if (open)
      await tx
        .update(depositTries)
        .set({ status: "closed", settledAt: at, lookedAt: at, failure })
        .where(eq(depositTries.id, id))
  })
  return readAttempt(id)
}

/** Lock order: the booking, then the row. */
async function recordSuccess(
  tx: Transaction,
  { id, bookingId }: DepositAttempt,
  state: Extract<DepositSessionState, { kind: "saved" | "held" }>,
  at: Date,
): Promise<void> {
  const open = await lockOpenAttempt(tx, id)
  if (!open) return
  await storeCard(tx, { bookingId, provider: open.provider, card: state.card, at, since: open.madeAt })
  if (state.kind === "saved")
    await tx
      .update(depositTries)
      .set({ status: "saved", settledAt: at, lookedAt: at, failure: null })
      .where(eq(depositTries.id, id))
  else await recordHold(tx, id, state.hold, at)
}

async function lockOpenAttempt(tx: Transaction, id: Id): Promise<DepositAttempt | null> {
  const [row] = await tx.select({ bookingId: depositTries.bookingId }).from(depositTries).where(eq(depositTries.id, id))
  if (!row) return null
  await lockDeposit(tx, row.bookingId)
  const [attempt] = await tx.select().from(depositTries).where(eq(depositTries.id, id)).for("update")
  return attempt?.status === "opening" || attempt?.status === "open" ? attempt : null
}
