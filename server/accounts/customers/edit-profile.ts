import { eq } from "drizzle-orm"
import type { PersonField } from "../../../domain/accounts/acts.ts"
import type { BookingAddress } from "../../../domain/booking/booking.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { type Visitor, actorOf } from "../auth/visitor.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { type Profile, readProfile } from "./profiles.ts"

export type PersonalDetails = Pick<Profile, "name" | "phone">

/** Individuals have no business; what was said of one goes with it. */
export type ClientDetails =
  | { clientType: "individual" }
  | {
      clientType: "business"
      businessName: string
      /** Fourteen digits, checked (domain/accounts/business.ts). */
      businessSiret: string
      businessVat: string | null
      businessContactName: string
    }

/** Name and telephone of who is signed in. The address by which they sign in changes elsewhere (D54). */
export async function savePersonalDetails(visitor: Visitor, given: PersonalDetails, at: Date = new Date()) {
  await save(visitor, given, at, async (tx) => {
    await tx.update(users).set({ name: given.name }).where(eq(users.id, visitor.user.id))
  })
}

/**
 * The telephone that somebody gives while they order, where they had given none: another one is changed in the account.
 * Anyone who acts for another says nothing about that account.
 */
export async function givePhone(visitor: Visitor, phone: string, at: Date = new Date()) {
  if (visitor.acting === null && !visitor.profile.phone) await save(visitor, { phone }, at)
}

/** Individual or business: what contracts and invoices made from now on say. Those that exist stay as they are. */
export async function saveClientDetails(visitor: Visitor, given: ClientDetails, at: Date = new Date()) {
  const noBusiness = { businessName: null, businessSiret: null, businessVat: null, businessContactName: null }
  await save(visitor, { ...noBusiness, ...given }, at)
}

/**
 * The address that an account keeps and proposes with each booking; null takes it away. Anyone who acts for another keeps
 * none in that account (D55).
 */
export async function saveOwnAddress(visitor: Visitor, address: BookingAddress | null, at: Date = new Date()) {
  if (visitor.acting !== null) return
  const { street = null, zipCode = null, city = null, instructions = null } = address ?? {}
  await save(visitor, { street, zipCode, city, addressInstructions: instructions === "" ? null : instructions }, at)
}

/** Writes what differs, and that it does. Nothing changed is nothing recorded. */
async function save(
  visitor: Visitor,
  given: Partial<Pick<Profile, PersonField>>,
  at: Date,
  also: (tx: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  const { id } = visitor.profile
  await transaction(async (tx) => {
    await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, id)).for("update")
    const before = await readProfile(id, tx)
    if (!before) throw new Error("The account has gone")
    const changed = personFields.filter((field) => field in given && given[field] !== before[field])
    if (changed.length === 0) return
    await tx.update(profiles).set(given).where(eq(profiles.id, id))
    await also(tx)
    await recordEvent(tx, {
      by: actorOf(visitor),
      action: "person.saved",
      subject: id,
      details: { changed },
      personal: {
        before: Object.fromEntries(changed.map((field) => [field, before[field]])),
        after: Object.fromEntries(changed.map((field) => [field, given[field] ?? null])),
      },
      at,
    })
  })
}

const personFields: readonly PersonField[] = [
  "name",
  "phone",
  "clientType",
  "businessName",
  "businessSiret",
  "businessVat",
  "businessContactName",
  "street",
  "zipCode",
  "city",
  "addressInstructions",
]
