import { and, desc, eq, sql } from "drizzle-orm"
import type { Party } from "../../domain/accounts/party.ts"
import { type BookingAddress, type StoredAddress, noAddress } from "../../domain/booking/booking.ts"
import type { ProfileId } from "../../domain/id.ts"
import { db } from "../platform/database.server.ts"
import { ERASED_STREET } from "../../domain/retention/erased-street.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { type DraftScope, isComplete, readDraft, saveDraftAddress, readSavedAddress } from "./draft.ts"
import { isVisibleToAccount } from "../access/account-visibility.ts"

export async function findSuggestedAddress(accountId: ProfileId): Promise<StoredAddress | null> {
  const saved = await readSavedAddress(accountId)
  if (saved) return { address: saved, from: "account" }
  const [latest] = await db
    .select({ address: bookings.address })
    .from(bookings)
    .where(
      and(
        eq(bookings.userId, accountId),
        isVisibleToAccount(),
        sql`${bookings.address} ->> 'street' <> ${ERASED_STREET}`,
      ),
    )
    .orderBy(desc(bookings.createdAt), desc(bookings.number))
    .limit(1)
  return latest && isComplete(latest.address) ? { address: latest.address, from: "booking" } : null
}

export function isInPostcode({ zipCode }: BookingAddress, postcode: string | null): boolean {
  return postcode === null || zipCode === postcode
}

/** False when the address step must ask. */
export async function ensureDraftAddress(
  party: Party,
  { scope, postcode, at }: { scope: DraftScope; postcode: string | null; at: Date },
): Promise<boolean> {
  const draft = await readDraft(party.account.id, scope)
  if (draft && isComplete(draft.address)) return isInPostcode(draft.address, postcode)
  if (draft && [draft.address.street, draft.address.zipCode, draft.address.city].some((part) => part !== ""))
    return false
  const suggestion = await findSuggestedAddress(party.account.id)
  if (!suggestion || !isInPostcode(suggestion.address, postcode)) return false
  // The place of an earlier event is only proposed: this one may be elsewhere.
  return (await saveDraftAddress(party, scope, suggestion.address, at)) && suggestion.from === "account"
}

/** The cart asks for the address with the postcode of the search, never over an address begun before. */
export async function prefillPostcode(
  party: Party,
  { postcode, town }: { postcode: string | null; town: string | null },
  at: Date,
): Promise<void> {
  if (postcode === null || (await readDraft(party.account.id, null))) return
  await ensureDraftAddress(party, { scope: null, postcode, at })
  if (await readDraft(party.account.id, null)) return
  await saveDraftAddress(party, null, { ...noAddress, zipCode: postcode, city: town ?? "" }, at)
}
