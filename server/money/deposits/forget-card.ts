import { and, eq, lt } from "drizzle-orm"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import type { Payloads } from "../../platform/queue/queues.ts"
import { findDepositProvider } from "../payments/current.server.ts"
import type { SavedCard } from "../payments/provider.ts"
import { depositTries } from "../../platform/schema/deposits.ts"

const DAY_MS = 24 * 60 * 60 * 1000

export async function enqueueForgetCard(
  tx: Transaction,
  { customerId }: Pick<SavedCard, "customerId">,
  rest: Omit<Payloads["forget-card"], "customerRef" | "since"> & { since: Date },
): Promise<void> {
  await enqueue(tx, "forget-card", { ...rest, customerRef: customerId, since: rest.since.toISOString() })
}

/** Postponed daily while an authorisation may still be on that card. */
export async function forgetCard(payload: Payloads["forget-card"], at: Date = new Date()): Promise<string> {
  const { bookingId, customerRef, since } = payload
  const provider = findDepositProvider(payload.provider)
  if (!provider) throw new Error(`The key of ${payload.provider} is not set any more`)
  const activeHolds = await db.$count(
    depositTries,
    and(
      eq(depositTries.bookingId, bookingId),
      eq(depositTries.status, "held"),
      lt(depositTries.madeAt, new Date(since)),
    ),
  )
  if (activeHolds > 0) {
    await transaction((tx) => enqueue(tx, "forget-card", payload, { startAfter: new Date(at.getTime() + DAY_MS) }))
    return "an authorisation stands"
  }
  await provider.forget({ customerId: customerRef })
  return "forgotten"
}
