import { and, desc, eq, sql } from "drizzle-orm"
import type { Party } from "../../domain/accounts/party.ts"
import type { BookingAddress, KnownAddress } from "../../domain/booking/booking.ts"
import type { ProfileId } from "../../domain/id.ts"
import { db } from "../platform/database.server.ts"
import { ERASED_STREET } from "../../domain/retention/erased-street.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { type DraftOf, isComplete, readDraft, saveDraftAddress, savedAddress } from "./draft.ts"
import { shownToAccount } from "../access/shown-to-account.ts"

/** The address to offer first: the one that the account keeps, else the one of its latest booking; null when it has neither. */
export async function knownAddress(accountId: ProfileId): Promise<KnownAddress | null> {
  const saved = await savedAddress(accountId)
  if (saved) return { address: saved, from: "account" }
  const [latest] = await db
    .select({ address: bookings.address })
    .from(bookings)
    .where(
      and(eq(bookings.userId, accountId), shownToAccount(), sql`${bookings.address} ->> 'street' <> ${ERASED_STREET}`),
    )
    .orderBy(desc(bookings.createdAt), desc(bookings.number))
    .limit(1)
  return latest && isComplete(latest.address) ? { address: latest.address, from: "booking" } : null
}

/** Whether an address can be the one of a search: it is in the postcode that was given there, if one was. */
export function isIn({ zipCode }: BookingAddress, postcode: string | null): boolean {
  return postcode === null || zipCode === postcode
}

/**
 * Whether the step of the address has nothing to ask: a whole one was given for this order already, or nothing was typed
 * and one is known, which is then the order's. `postcode`: where the event is, as the search was told; an address
 * elsewhere is asked about. The step is opened again like any that is done.
 */
export async function hasOrTakesKnownAddress(
  party: Party,
  { of, postcode, at }: { of: DraftOf; postcode: string | null; at: Date },
): Promise<boolean> {
  const draft = await readDraft(party.account.id, of)
  if (draft && isComplete(draft.address)) return isIn(draft.address, postcode)
  if (draft && [draft.address.street, draft.address.zipCode, draft.address.city].some((part) => part !== ""))
    return false
  const known = await knownAddress(party.account.id)
  if (!known || !isIn(known.address, postcode)) return false
  return saveDraftAddress(party, of, known.address, at)
}
