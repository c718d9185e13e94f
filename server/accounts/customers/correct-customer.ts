import { eq } from "drizzle-orm"
import type { PersonField } from "../../../domain/accounts/acts.ts"
import type { Staff } from "../../../domain/accounts/party.ts"
import { backOfficeRole } from "../../../domain/accounts/staff-roles.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent, requireAct } from "../../platform/events/record.ts"
import { changedFields, editDetails } from "../../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../../platform/revisions/version.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { lockCustomerFile } from "./lock-customer.ts"
import type { Profile } from "./profiles.ts"

export type CustomerFile = Pick<Profile, PersonField>

type CustomerFormText = Readonly<Record<PersonField, string>>

/** Existing contracts and invoices stay unchanged. */
export async function correctCustomer({
  actor,
  id,
  input,
  loaded,
  at = new Date(),
}: {
  actor: Staff
  id: ProfileId
  input: CustomerFile
  loaded: LoadedForm | Date | null
  at?: Date | undefined
}): Promise<Result<{ changed: readonly PersonField[] }, Stale | { kind: "gone" }>> {
  return transaction(async (tx) => {
    const stored = await lockCustomerFile(tx, id)
    if (!stored) return err({ kind: "gone" })
    // Otherwise a manager could rename an administrator.
    if (backOfficeRole(stored) && actor.id !== id) requireAct(actor, "person.role-changed")
    const typed = Object.fromEntries(fileFields.map((field) => [field, input[field] || null])) as CustomerFile
    const checked = await checkVersion(tx, { kind: "profile", id, stored, version: stored.updatedAt, typed, loaded })
    if (!checked.ok) return checked
    const file = checked.value
    const changed = changedFields(stored, file)
    if (changed.length === 0) return ok({ changed })
    const [saved] = await tx.update(profiles).set(file).where(eq(profiles.id, id)).returning()
    if (!saved) throw new Error("A customer's file was locked, then gone")
    if (file.name !== stored.name) await tx.update(users).set({ name: file.name }).where(eq(users.id, id))
    await recordEvent(tx, {
      by: actor,
      action: "customer.corrected",
      subject: id,
      ...editDetails(changed, saved.updatedAt, { before: stored, after: file }),
      at,
    })
    return ok({ changed })
  })
}

export function toFormText(file: CustomerFile): CustomerFormText {
  return Object.fromEntries(fileFields.map((field) => [field, file[field] ?? ""])) as CustomerFormText
}

const fields: Readonly<Record<PersonField, true>> = {
  name: true,
  phone: true,
  street: true,
  zipCode: true,
  city: true,
  addressInstructions: true,
  placeName: true,
  homeStreet: true,
  homeZipCode: true,
  homeCity: true,
  clientType: true,
  businessName: true,
  businessSiret: true,
  businessVat: true,
  businessContactName: true,
}

const fileFields = Object.keys(fields) as PersonField[]
