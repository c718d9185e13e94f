import { eq } from "drizzle-orm"
import type { PersonField } from "../../domain/accounts/acts.ts"
import type { Administrator } from "../../domain/accounts/party.ts"
import type { ProfileId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { profiles, users } from "../schema/accounts.ts"
import { lockFile } from "./lock-file.ts"
import type { Profile } from "./profiles.ts"

/** What the owner may correct at once; the address by which somebody is written to has a way of its own. */
export type CustomerFile = Pick<Profile, PersonField>

/** How each field reads in a form: empty for what is not known. */
export type FileText = Readonly<Record<PersonField, string>>

export type CorrectionProblem =
  | { kind: "gone" }
  /** Somebody wrote in the same fields since the form was opened: what they say now. */
  | { kind: "changed"; now: Partial<Record<PersonField, string>> }

/**
 * Corrects the file of a customer. `seen` is what the form was opened with: what the owner left as it was keeps what
 * somebody else, or the customer, wrote meanwhile; a field that both changed is refused. Contracts and invoices that
 * exist stay as they are.
 */
export async function correctCustomer(
  actor: Administrator,
  id: ProfileId,
  given: CustomerFile,
  seen: Partial<FileText>,
  at: Date = new Date(),
): Promise<Result<{ changed: readonly PersonField[] }, CorrectionProblem>> {
  return transaction(async (tx) => {
    const file = await lockFile(tx, id)
    if (!file) return err({ kind: "gone" })
    const [wanted, stored] = [textOf(given), textOf(file)]
    const touched = fileFields.filter((field) => wanted[field] !== (seen[field] ?? stored[field]))
    const changed = touched.filter((field) => wanted[field] !== stored[field])
    const both = changed.filter((field) => stored[field] !== (seen[field] ?? stored[field]))
    if (both.length > 0)
      return err({ kind: "changed", now: Object.fromEntries(both.map((field) => [field, stored[field]])) })
    if (changed.length === 0) return ok({ changed })
    const values: Partial<CustomerFile> = Object.fromEntries(changed.map((field) => [field, given[field]]))
    await tx.update(profiles).set(values).where(eq(profiles.id, id))
    if (values.name !== undefined) await tx.update(users).set({ name: values.name }).where(eq(users.id, id))
    await recordEvent(tx, {
      by: actor,
      action: "customer.corrected",
      subject: id,
      details: { changed },
      personal: {
        before: Object.fromEntries(changed.map((field) => [field, file[field]])),
        after: Object.fromEntries(changed.map((field) => [field, given[field]])),
      },
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
export const fileFields = Object.keys(fields) as PersonField[]
