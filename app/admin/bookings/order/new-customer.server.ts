import { randomUUID } from "node:crypto"
import { isEmail, normalizeEmail } from "../../../../domain/accounts/email.ts"
import { isAcceptableName } from "../../../../domain/accounts/person-name.ts"
import { isPrintable, unprintableMessage } from "../../../../domain/content/printable-text.ts"
import { phoneDigits } from "../../../../domain/phone.ts"
import { readId } from "../../../../domain/id.ts"
import { phoneNumber } from "../../../../server/accounts/customers/person-fields.ts"
import type { FormErrors } from "../../../http/refusal.ts"
import type { CustomerToCreate } from "../../../../server/accounts/customers/create-customer.ts"

const maxLengths = { name: 120, email: 254, phone: 40 } as const

/** A resubmission keeps the id, so that it creates one customer. */
export function parseNewCustomer(fields: URLSearchParams): CustomerToCreate {
  const field = (name: keyof typeof maxLengths) => (fields.get(name) ?? "").trim().slice(0, maxLengths[name])
  return {
    id: readId(fields.get("nouveau")) ?? randomUUID(),
    name: field("name"),
    email: field("email"),
    phone: field("phone"),
  }
}

/** Takes the unmatched search text as an e-mail address, a phone number or a name. */
export function newCustomerFromSearch(search: string): CustomerToCreate {
  const empty = { id: randomUUID(), name: "", email: "", phone: "" }
  if (search.includes("@")) return { ...empty, email: search }
  return phoneDigits(search) !== null ? { ...empty, phone: search } : { ...empty, name: search }
}

/** Only the name is required. */
export function newCustomerProblems({ name, email, phone }: CustomerToCreate): FormErrors {
  return {
    ...(name === "" ? { name: "Indiquez le nom du client" } : {}),
    ...(name !== "" && !isAcceptableName(name)
      ? { name: "Un nom tient sur une ligne, sans adresse de site ni d’e-mail." }
      : {}),
    ...(isPrintable(name) ? {} : { name: unprintableMessage(name) }),
    ...(email === "" || isEmail(normalizeEmail(email))
      ? {}
      : { email: "Indiquez une adresse e-mail valable, par exemple lila@exemple.fr" }),
    ...(phone === "" || phoneNumber.safeParse(phone).success
      ? {}
      : { phone: "Indiquez un numéro de téléphone, par exemple 06 12 34 56 78" }),
  }
}
