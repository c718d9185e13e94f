import { randomUUID } from "node:crypto"
import { z } from "zod"
import { mayBeName } from "../../../../domain/accounts/person-name.ts"
import { isPrintable, unprintableText } from "../../../../domain/content/printable-text.ts"
import { phoneDigits } from "../../../../domain/printed-numbers.ts"
import { type ProfileId, readId } from "../../../../domain/id.ts"
import { phoneNumber } from "../../../../server/accounts/customers/person-fields.ts"
import type { FormErrors } from "../../../http/refusal.ts"

const maxLengths = { name: 120, email: 254, phone: 40 } as const

type NewCustomer = { id: ProfileId; name: string; email: string; phone: string }

/** Who was typed in the form of a booking; the form keeps the id that the customer would get. */
export function newCustomerIn(fields: URLSearchParams): NewCustomer {
  const field = (name: keyof typeof maxLengths) => (fields.get(name) ?? "").trim().slice(0, maxLengths[name])
  return {
    id: readId(fields.get("nouveau")) ?? randomUUID(),
    name: field("name"),
    email: field("email"),
    phone: field("phone"),
  }
}

/** Somebody whom the search did not find: what was searched for is their name, their address or their number. */
export function newCustomerNamed(search: string): NewCustomer {
  const none = { id: randomUUID(), name: "", email: "", phone: "" }
  if (search.includes("@")) return { ...none, email: search }
  return phoneDigits(search) !== null ? { ...none, phone: search } : { ...none, name: search }
}

const Email = z.email()

/** A name is needed; an address and a number are not, but are what they say. */
export function newCustomerProblems({ name, email, phone }: NewCustomer): FormErrors {
  return {
    ...(name === "" ? { name: "Indiquez le nom du client" } : {}),
    ...(name !== "" && !mayBeName(name)
      ? { name: "Un nom tient sur une ligne, sans adresse de site ni d’e-mail." }
      : {}),
    ...(isPrintable(name) ? {} : { name: unprintableText(name) }),
    ...(email === "" || Email.safeParse(email).success
      ? {}
      : { email: "Indiquez une adresse e-mail valable, par exemple lila@exemple.fr" }),
    ...(phone === "" || phoneNumber.safeParse(phone).success
      ? {}
      : { phone: "Indiquez un numéro de téléphone, par exemple 06 12 34 56 78" }),
  }
}
