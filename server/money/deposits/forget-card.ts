import { and, eq, lt } from "drizzle-orm"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { enqueue } from "../../platform/queue/queue.ts"
import type { Payloads } from "../../platform/queue/queues.ts"
import { depositProviderNamed } from "../payments/current.server.ts"
import type { SavedCard } from "../payments/provider.ts"
import { depositTries } from "../../platform/schema/deposits.ts"

const DAY_MS = 24 * 60 * 60 * 1000

/** Promises that the provider forgets a card: another has taken its place, or nothing asks for it any more. */
export async function enqueueForgetCard(
  tx: Transaction,
  { customerId }: Pick<SavedCard, "customerId">,
  rest: Omit<Payloads["forget-card"], "customerRef" | "since"> & { since: Date },
): Promise<void> {
  await enqueue(tx, "forget-card", { ...rest, customerRef: customerId, since: rest.since.toISOString() })
}

/** Has a card forgotten, once no authorisation stands that may be on it: until then it looks again each day. */
export async function forgetCard(payload: Payloads["forget-card"], at: Date = new Date()): Promise<string> {
  const { bookingId, customerRef, since } = payload
  const provider = depositProviderNamed(payload.provider)
  if (!provider) throw new Error(`The key of ${payload.provider} is not set any more`)
  const standing = await db.$count(
    depositTries,
    and(
      eq(depositTries.bookingId, bookingId),
      eq(depositTries.status, "held"),
      lt(depositTries.madeAt, new Date(since)),
    ),
  )
  if (standing > 0) {
    await transaction((tx) => enqueue(tx, "forget-card", payload, { startAfter: new Date(at.getTime() + DAY_MS) }))
    return "an authorisation stands"
  }
  await provider.forget({ customerId: customerRef })
  return "forgotten"
}
