import { eq } from "drizzle-orm"
import type { Id } from "../../../domain/id.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { depositProviderNamed } from "../payments/current.server.ts"
import type { DepositSessionState } from "../payments/deposit-provider.ts"
import { depositTries } from "../../platform/schema/deposits.ts"
import { type DepositTry, keepCard, lockDeposit } from "./deposit.ts"
import { noteHold } from "./note-hold.ts"

/**
 * Brings a page of the provider's up to what it says of it: the customer's return, a message and a job all lead here, as
 * often as they come. A card that was saved is kept once; an authorisation that came with it counts as any other. With
 * `close` it takes no card any more. Answers the row as it is then; null where there is none.
 */
export async function settleDepositPage(
  id: Id,
  { at = new Date(), close = false }: { at?: Date; close?: boolean } = {},
): Promise<DepositTry | null> {
  const known = await find(id)
  if (!known || known.kind === "off-session" || (known.status !== "opening" && known.status !== "open")) return known
  const provider = depositProviderNamed(known.provider)
  if (!provider) throw new Error(`The key of ${known.provider} is not set any more`)
  // Never asked, or its answer was lost: nobody has its address.
  if (known.sessionId === null) return end(known.id, null, at)
  const { sessionId, kind } = known
  const seen = await provider.fetchPage(sessionId, kind, at)
  const state = seen.kind === "open" && close ? await provider.closePage(sessionId, kind, at) : seen
  switch (state.kind) {
    case "open":
      await db.update(depositTries).set({ lookedAt: at, failure: state.failure }).where(eq(depositTries.id, id))
      return find(id)
    case "closed":
      return end(id, state.failure, at)
    case "saved":
    case "held":
      await transaction((tx) => take(tx, known, state, at))
      return find(id)
  }
}

async function find(id: Id): Promise<DepositTry | null> {
  const [found] = await db.select().from(depositTries).where(eq(depositTries.id, id))
  return found ?? null
}

async function end(id: Id, failure: string | null, at: Date): Promise<DepositTry | null> {
  await transaction(async (tx) => {
    const open = await lockOpen(tx, id)
    if (open)
      await tx
        .update(depositTries)
        .set({ status: "closed", settledAt: at, lookedAt: at, failure })
        .where(eq(depositTries.id, id))
  })
  return find(id)
}

/** Under the lock of the booking, then of the row: of two who look at once the second finds it done. */
async function take(
  tx: Transaction,
  { id, bookingId }: DepositTry,
  state: Extract<DepositSessionState, { kind: "saved" | "held" }>,
  at: Date,
): Promise<void> {
  const open = await lockOpen(tx, id)
  if (!open) return
  await keepCard(tx, { bookingId, provider: open.provider, card: state.card, at, since: open.madeAt })
  if (state.kind === "saved")
    await tx
      .update(depositTries)
      .set({ status: "saved", settledAt: at, lookedAt: at, failure: null })
      .where(eq(depositTries.id, id))
  else await noteHold(tx, id, state.hold, at)
}

async function lockOpen(tx: Transaction, id: Id): Promise<DepositTry | null> {
  const [of] = await tx.select({ bookingId: depositTries.bookingId }).from(depositTries).where(eq(depositTries.id, id))
  if (!of) return null
  await lockDeposit(tx, of.bookingId)
  const [attempt] = await tx.select().from(depositTries).where(eq(depositTries.id, id)).for("update")
  return attempt?.status === "opening" || attempt?.status === "open" ? attempt : null
}
