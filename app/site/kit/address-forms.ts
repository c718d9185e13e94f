import { z } from "zod"
import { addressFields } from "../../http/address-fields.ts"
import { limitedLine, limitedText, ticked } from "../../http/form-fields.ts"

/** The server's time as the page knows it; without JavaScript, now. */
const typedAt = z.coerce
  .number()
  .int()
  .min(0)
  .max(8.64e15)
  .optional()
  .transform((milliseconds) => new Date(Math.min(milliseconds ?? Date.now(), Date.now())))

export const AddressForm = z.object({ ...addressFields, typedAt })

export const UnfinishedAddress = z.object({
  street: limitedLine(200).default(""),
  zipCode: limitedText(10).default(""),
  city: limitedLine(100).default(""),
  instructions: limitedText(1000).default(""),
  typedAt,
})

/** Prefixed, because the sign-in form carries it along. */
export const CarriedAddress = z
  .object({
    "adresse-gardee.street": limitedLine(200).default(""),
    "adresse-gardee.zipCode": limitedText(10).default(""),
    "adresse-gardee.city": limitedLine(100).default(""),
    "adresse-gardee.instructions": limitedText(1000).default(""),
  })
  .transform((fields) => ({
    street: fields["adresse-gardee.street"],
    zipCode: fields["adresse-gardee.zipCode"],
    city: fields["adresse-gardee.city"],
    instructions: fields["adresse-gardee.instructions"],
  }))

export const AddressChoiceForm = z.object({ "adresse-enregistree": ticked })

export const mode = z.enum(["delivery", "pickup"], { error: "Choisissez la livraison ou le retrait" })

export const ModeForm = z.object({ mode })
