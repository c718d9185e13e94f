import { z } from "zod"
import type { BookingAddress } from "../../../domain/booking/booking.ts"
import { textUpTo } from "../../http/form-fields.ts"

/** An address typed before the session ended, sent along with the sign-in under names of its own. */
export const CarriedAddress = z
  .object({
    "adresse-gardee.street": textUpTo(200).default(""),
    "adresse-gardee.zipCode": textUpTo(10).default(""),
    "adresse-gardee.city": textUpTo(100).default(""),
    "adresse-gardee.instructions": textUpTo(1000).default(""),
  })
  .transform((fields) => ({
    street: fields["adresse-gardee.street"],
    zipCode: fields["adresse-gardee.zipCode"],
    city: fields["adresse-gardee.city"],
    instructions: fields["adresse-gardee.instructions"],
  }))

/** Name and value of each of its fields: the server gave it back, and gets it with the sign-in. */
export function carriedFields(address: BookingAddress | null): [string, string][] {
  if (!address) return []
  const { street, zipCode, city, instructions } = address
  return Object.entries({ street, zipCode, city, instructions }).map(([name, value]) => [
    `adresse-gardee.${name}`,
    value,
  ])
}
