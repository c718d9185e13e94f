import { eq } from "drizzle-orm"
import type { PersonField } from "../../../domain/accounts/acts.ts"
import type { BookingAddress } from "../../../domain/booking/booking.ts"
import { type Transaction, transaction } from "../../platform/database.server.ts"
import { type Visitor, actorOf } from "../auth/visitor.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { type Profile, readProfile } from "./profiles.ts"

type PersonalDetails = Pick<Profile, "name" | "phone">

type ClientDetails =
  | { clientType: "individual" }
  | {
      clientType: "business"
      businessName: string
      businessSiret: string
      businessVat: string | null
      businessContactName: string
    }

export async function savePersonalDetails(visitor: Visitor, changes: PersonalDetails, at: Date = new Date()) {
  await save(visitor, changes, at, async (tx) => {
    await tx.update(users).set({ name: changes.name }).where(eq(users.id, visitor.user.id))
  })
}

export async function saveMissingPhone(visitor: Visitor, phone: string, at: Date = new Date()) {
  if (visitor.acting === null && !visitor.profile.phone) await save(visitor, { phone }, at)
}

export async function saveClientDetails(visitor: Visitor, changes: ClientDetails, at: Date = new Date()) {
  const noBusiness = { businessName: null, businessSiret: null, businessVat: null, businessContactName: null }
  await save(visitor, { ...noBusiness, ...changes }, at)
}

/** null removes it. Ignored when acting for another account (D55). */
export async function saveOwnAddress(visitor: Visitor, address: BookingAddress | null, at: Date = new Date()) {
  if (visitor.acting !== null) return
  const { placeName = null, street = null, zipCode = null, city = null, instructions = null } = address ?? {}
  const saved = { placeName: placeName || null, street, zipCode, city, addressInstructions: instructions || null }
  await save(visitor, saved, at)
}

async function save(
  visitor: Visitor,
  changes: Partial<Pick<Profile, PersonField>>,
  at: Date,
  alsoWrite: (tx: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  const { id } = visitor.profile
  await transaction(async (tx) => {
    await tx.select({ id: profiles.id }).from(profiles).where(eq(profiles.id, id)).for("update")
    const before = await readProfile(id, tx)
    if (!before) throw new Error("The account has gone")
    const changed = personFields.filter((field) => field in changes && changes[field] !== before[field])
    if (changed.length === 0) return
    await tx.update(profiles).set(changes).where(eq(profiles.id, id))
    await alsoWrite(tx)
    await recordEvent(tx, {
      by: actorOf(visitor),
      action: "person.saved",
      subject: id,
      details: { changed },
      personal: {
        before: Object.fromEntries(changed.map((field) => [field, before[field]])),
        after: Object.fromEntries(changed.map((field) => [field, changes[field] ?? null])),
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
  "placeName",
]
