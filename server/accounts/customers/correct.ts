import { eq } from "drizzle-orm"
import type { PersonField } from "../../../domain/accounts/acts.ts"
import type { Administrator } from "../../../domain/accounts/party.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { changedFields, edit } from "../../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../../platform/revisions/version.ts"
import { profiles, users } from "../../platform/schema/accounts.ts"
import { lockFile } from "./lock-file.ts"
import type { Profile } from "./profiles.ts"

/** What the owner may correct at once; the address by which somebody is written to has a way of its own. */
export type CustomerFile = Pick<Profile, PersonField>

/** How each field reads in a form: empty for what is not known. */
export type FileText = Readonly<Record<PersonField, string>>

/**
 * Corrects the file of a customer. Refused when another version is stored, the customer's own too. Contracts and invoices
 * that exist stay as they are.
 */
export async function correctCustomer(
  actor: Administrator,
  id: ProfileId,
  given: CustomerFile,
  loaded: LoadedForm | Date | null,
  at: Date = new Date(),
): Promise<Result<{ changed: readonly PersonField[] }, Stale | { kind: "gone" }>> {
  return transaction(async (tx) => {
    const stored = await lockFile(tx, id)
    if (!stored) return err({ kind: "gone" })
    const typed = Object.fromEntries(fileFields.map((field) => [field, given[field] || null])) as CustomerFile
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
      ...edit(changed, saved.updatedAt, { before: stored, after: file }),
      at,
    })
    return ok({ changed })
  })
}

/** The file as a form shows it. */
export function textOf(file: CustomerFile): FileText {
  return Object.fromEntries(fileFields.map((field) => [field, file[field] ?? ""])) as FileText
}

const fields: Readonly<Record<PersonField, true>> = {
  name: true,
  phone: true,
  street: true,
  zipCode: true,
  city: true,
  addressInstructions: true,
  clientType: true,
  businessName: true,
  businessSiret: true,
  businessVat: true,
  businessContactName: true,
}

/** All that can be corrected, in the order of the form. */
const fileFields = Object.keys(fields) as PersonField[]
