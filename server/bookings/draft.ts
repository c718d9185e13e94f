import { and, eq, isNull, lt } from "drizzle-orm"
import type { Id, ProductId, ProfileId } from "../../domain/id.ts"
import { type Party, isProxy } from "../../domain/accounts/party.ts"
import { type BookingAddress, namePlace } from "../../domain/booking/booking.ts"
import { homeOf } from "../../domain/booking/home.ts"
import { readProfile } from "../accounts/customers/profiles.ts"
import { type Executor, type Transaction, db, transaction } from "../platform/database.server.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookingDrafts } from "../platform/schema/bookings.ts"
import { mayBookFor } from "../access/may-book-for.ts"

export type DraftScope = ProductId | null

/** Its id is the order's idempotency key (D9). */
type Draft = { id: Id; address: BookingAddress; isDelivery: boolean | null }

export async function readDraft(accountId: ProfileId, productId: DraftScope): Promise<Draft | null> {
  const [row] = await db
    .select()
    .from(bookingDrafts)
    .where(and(eq(bookingDrafts.userId, accountId), isInScope(productId)))
  return row ? { id: row.id, address: toAddress(row), isDelivery: row.isDelivery } : null
}

export async function saveDraftAddress(
  party: Party,
  productId: DraftScope,
  address: BookingAddress,
  typedAt: Date,
): Promise<boolean> {
  return writeIfAllowed(party, (executor) =>
    executor
      .insert(bookingDrafts)
      .values({ userId: party.account.id, productId, ...toColumns(address), typedAt })
      .onConflictDoUpdate({
        target: [bookingDrafts.userId, bookingDrafts.productId],
        set: { ...toColumns(address), typedAt },
      }),
  )
}

/** Drops text older than the stored draft: requests arrive out of order. */
export async function autosaveDraftAddress(
  party: Party,
  productId: DraftScope,
  address: BookingAddress,
  typedAt: Date,
): Promise<boolean> {
  return writeIfAllowed(party, (executor) =>
    executor
      .insert(bookingDrafts)
      .values({ userId: party.account.id, productId, ...toColumns(address), typedAt })
      .onConflictDoUpdate({
        target: [bookingDrafts.userId, bookingDrafts.productId],
        set: { ...toColumns(address), typedAt },
        setWhere: lt(bookingDrafts.typedAt, typedAt),
      }),
  )
}

export async function saveDraftDelivery(party: Party, productId: DraftScope, isDelivery: boolean): Promise<boolean> {
  return writeIfAllowed(party, (executor) =>
    executor
      .update(bookingDrafts)
      .set({ isDelivery })
      .where(and(eq(bookingDrafts.userId, party.account.id), isInScope(productId))),
  )
}

/** Checks the right in the writing transaction (D55). */
async function writeIfAllowed(party: Party, write: (executor: Executor) => PromiseLike<unknown>): Promise<boolean> {
  if (!isProxy(party)) {
    await write(db)
    return true
  }
  return transaction(async (tx) => {
    if (!(await mayBookFor(tx, party))) return false
    await write(tx)
    return true
  })
}

export async function deleteDraft(tx: Transaction, accountId: ProfileId, productId: DraftScope): Promise<void> {
  await tx.delete(bookingDrafts).where(and(eq(bookingDrafts.userId, accountId), isInScope(productId)))
}

export function isComplete({ street, zipCode, city }: BookingAddress): boolean {
  return street.trim() !== "" && /^\d{5}$/.test(zipCode) && city.trim() !== ""
}

export async function readSavedAddress(accountId: ProfileId): Promise<BookingAddress | null> {
  const [row] = await db
    .select({
      street: profiles.street,
      zipCode: profiles.zipCode,
      city: profiles.city,
      instructions: profiles.addressInstructions,
      placeName: profiles.placeName,
    })
    .from(profiles)
    .where(eq(profiles.id, accountId))
  const address = row && toAddress(row)
  return address && isComplete(address) ? address : null
}

/** Only one's own home is asked (D55, D70). */
export async function mustAskHome(party: Party): Promise<boolean> {
  if (isProxy(party)) return false
  const profile = await readProfile(party.account.id)
  return profile !== null && homeOf(profile) === null
}

function isInScope(productId: DraftScope) {
  return productId === null ? isNull(bookingDrafts.productId) : eq(bookingDrafts.productId, productId)
}

function toColumns({ placeName = "", ...address }: BookingAddress) {
  return { ...address, placeName }
}

function toAddress(row: {
  placeName: string | null
  street: string | null
  zipCode: string | null
  city: string | null
  instructions: string | null
}): BookingAddress {
  const { street, zipCode, city, instructions } = row
  const address = { street: street ?? "", zipCode: zipCode ?? "", city: city ?? "", instructions: instructions ?? "" }
  return namePlace(address, row.placeName)
}
