import { and, eq, isNull, lt } from "drizzle-orm"
import type { Id, ProductId, ProfileId } from "../../domain/id.ts"
import { type Party, isForAnother } from "../../domain/accounts/party.ts"
import type { BookingAddress } from "../../domain/booking/booking.ts"
import { type Executor, type Transaction, db, transaction } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookingDrafts } from "../platform/schema/bookings.ts"
import { mayBookFor } from "../access/may-book-for.ts"

/** A draft is of a product, or null: of the whole cart (D13). */
export type DraftOf = ProductId | null

/** What a customer typed and has not ordered yet; its id is the order's idempotency key (D9). */
export type Draft = { id: Id; address: BookingAddress; isDelivery: boolean | null }

export async function readDraft(accountId: ProfileId, productId: DraftOf): Promise<Draft | null> {
  const [row] = await db
    .select()
    .from(bookingDrafts)
    .where(and(eq(bookingDrafts.userId, accountId), isOf(productId)))
  return row ? { id: row.id, address: addressOf(row), isDelivery: row.isDelivery } : null
}

/** Keeps the address that a step was left with. False, and nothing is kept, when who acts may not book for the account. */
export async function saveDraftAddress(
  party: Party,
  productId: DraftOf,
  address: BookingAddress,
  typedAt: Date,
): Promise<boolean> {
  return writeIfAllowed(party, (executor) =>
    executor
      .insert(bookingDrafts)
      .values({ userId: party.account.id, productId, ...address, typedAt })
      .onConflictDoUpdate({ target: [bookingDrafts.userId, bookingDrafts.productId], set: { ...address, typedAt } }),
  )
}

/**
 * Keeps the address while it is typed, complete or not, so that a reload or another device finds it again. What was
 * typed before what is there already came late, and is dropped. False as `saveDraftAddress` is.
 */
export async function keepDraftAddress(
  party: Party,
  productId: DraftOf,
  address: BookingAddress,
  typedAt: Date,
): Promise<boolean> {
  return writeIfAllowed(party, (executor) =>
    executor
      .insert(bookingDrafts)
      .values({ userId: party.account.id, productId, ...address, typedAt })
      .onConflictDoUpdate({
        target: [bookingDrafts.userId, bookingDrafts.productId],
        set: { ...address, typedAt },
        setWhere: lt(bookingDrafts.typedAt, typedAt),
      }),
  )
}

/** Keeps what was ticked, delivery or pick-up. False as `saveDraftAddress` is. */
export async function saveDraftDelivery(party: Party, productId: DraftOf, isDelivery: boolean): Promise<boolean> {
  return writeIfAllowed(party, (executor) =>
    executor
      .update(bookingDrafts)
      .set({ isDelivery })
      .where(and(eq(bookingDrafts.userId, party.account.id), isOf(productId))),
  )
}

/** Their own draft is anybody's to write; another's is who may book for it, asked in the transaction that writes (D55). */
async function writeIfAllowed(party: Party, write: (executor: Executor) => PromiseLike<unknown>): Promise<boolean> {
  if (!isForAnother(party)) {
    await write(db)
    return true
  }
  return transaction(async (tx) => {
    if (!(await mayBookFor(tx, party))) return false
    await write(tx)
    return true
  })
}

/** What was typed has become an order. */
export async function forgetDraft(tx: Transaction, accountId: ProfileId, productId: DraftOf): Promise<void> {
  await tx.delete(bookingDrafts).where(and(eq(bookingDrafts.userId, accountId), isOf(productId)))
}

/** Street, a postcode of 5 digits and town are there: the wizard may go on to the delivery. */
export function isComplete({ street, zipCode, city }: BookingAddress): boolean {
  return street.trim() !== "" && /^\d{5}$/.test(zipCode) && city.trim() !== ""
}

/** The one address that a profile keeps, or null when it is not complete. */
export async function savedAddress(accountId: ProfileId): Promise<BookingAddress | null> {
  const [row] = await db
    .select({
      street: profiles.street,
      zipCode: profiles.zipCode,
      city: profiles.city,
      instructions: profiles.addressInstructions,
    })
    .from(profiles)
    .where(eq(profiles.id, accountId))
  const address = row && addressOf(row)
  return address && isComplete(address) ? address : null
}

function isOf(productId: DraftOf) {
  return productId === null ? isNull(bookingDrafts.productId) : eq(bookingDrafts.productId, productId)
}

function addressOf(row: {
  street: string | null
  zipCode: string | null
  city: string | null
  instructions: string | null
}): BookingAddress {
  return {
    street: row.street ?? "",
    zipCode: row.zipCode ?? "",
    city: row.city ?? "",
    instructions: row.instructions ?? "",
  }
}
