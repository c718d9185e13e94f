import { z } from "zod"
import { placeFields } from "../../http/address-fields.ts"
import { HOME_TICK } from "../../http/home-tick.ts"
import { limitedLine, limitedText, ticked } from "../../http/form-fields.ts"

/** The server's time as the page knows it; without JavaScript, now. */
const typedAt = z.coerce
  .number()
  .int()
  .min(0)
  .max(8.64e15)
  .optional()
  .transform((milliseconds) => new Date(Math.min(milliseconds ?? Date.now(), Date.now())))

export const AddressForm = z.object({ ...placeFields, typedAt })

export const UnfinishedAddress = z.object({
  placeName: limitedLine(100).default(""),
  street: limitedLine(200).default(""),
  zipCode: limitedText(10).default(""),
  city: limitedLine(100).default(""),
  instructions: limitedText(1000).default(""),
  typedAt,
})

/** Prefixed, because the sign-in form carries it along. */
export const CarriedAddress = z
  .object({
    "adresse-gardee.placeName": limitedLine(100).default(""),
    "adresse-gardee.street": limitedLine(200).default(""),
    "adresse-gardee.zipCode": limitedText(10).default(""),
    "adresse-gardee.city": limitedLine(100).default(""),
    "adresse-gardee.instructions": limitedText(1000).default(""),
  })
  .transform((fields) => ({
    placeName: fields["adresse-gardee.placeName"],
    street: fields["adresse-gardee.street"],
    zipCode: fields["adresse-gardee.zipCode"],
    city: fields["adresse-gardee.city"],
    instructions: fields["adresse-gardee.instructions"],
  }))

export const AddressChoiceForm = z.object({ "adresse-enregistree": ticked })

export const HomeTickForm = z.object({ [HOME_TICK]: ticked })

export const mode = z.enum(["delivery", "pickup"], { error: "Choisissez la livraison ou le retrait" })

export const ModeForm = z.object({ mode })
