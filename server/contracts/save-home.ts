import { and, eq, inArray } from "drizzle-orm"
import type { Party } from "../../domain/accounts/party.ts"
import type { PostalAddress } from "../../domain/booking/booking.ts"
import { homeOf, toHomeColumns } from "../../domain/booking/home.ts"
import type { ProfileId } from "../../domain/id.ts"
import { readProfile } from "../accounts/customers/profiles.ts"
import { type Transaction, transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { renewContract } from "./renew-contract.ts"

type SaveHome = { party: Party; home: PostalAddress; onlyIfUnknown?: boolean; at?: Date }

/** Every contract still to be signed names the new address at once (D70). */
export async function saveHome({ party, home, onlyIfUnknown = false, at = new Date() }: SaveHome): Promise<void> {
  const { id } = party.account
  await transaction(async (tx) => {
    // Lock order: bookings before their customer.
    const waiting = await lockBookingsToSign(tx, id)
    await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, id)).for("no key update")
    const stored = await readProfile(id, tx)
    if (!stored || stored.erasedAt !== null || (onlyIfUnknown && homeOf(stored) !== null)) return
    const columns = toHomeColumns(home)
    const changed = (["homeStreet", "homeZipCode", "homeCity"] as const).filter(
      (name) => columns[name] !== stored[name],
    )
    if (changed.length === 0) return
    await tx.update(profiles).set(columns).where(eq(profiles.id, id))
    await recordEvent(tx, {
      by: party,
      action: "person.saved",
      subject: id,
      details: { changed },
      personal: {
        before: Object.fromEntries(changed.map((name) => [name, stored[name]])),
        after: Object.fromEntries(changed.map((name) => [name, columns[name]])),
      },
      at,
    })
    for (const booking of waiting) await renewContract(tx, booking, { at })
  })
}

/** After a corrected file: signing compares the address again, so a failure here leaves nothing wrong to sign. */
export async function renewUnsignedContracts(customerId: ProfileId, at: Date = new Date()): Promise<void> {
  await transaction(async (tx) => {
    for (const booking of await lockBookingsToSign(tx, customerId)) await renewContract(tx, booking, { at })
  })
}

async function lockBookingsToSign(tx: Transaction, customerId: ProfileId) {
  const toSign = tx
    .select({ id: contracts.bookingId })
    .from(contracts)
    .where(inArray(contracts.status, ["prepared", "sent"]))
  return tx
    .select()
    .from(bookings)
    .where(and(eq(bookings.userId, customerId), eq(bookings.status, "confirmed"), inArray(bookings.id, toSign)))
    .orderBy(bookings.id)
    .for("update")
}
