import { z } from "zod"
import { addressFields } from "../../http/address-fields.ts"
import { lineUpTo, textUpTo, ticked } from "../../http/form-fields.ts"

/** When the person typed it, by the server's clock as the page knows it; without a script, now. */
const typedAt = z.coerce
  .number()
  .int()
  .min(0)
  .max(8.64e15)
  .optional()
  .transform((milliseconds) => new Date(Math.min(milliseconds ?? Date.now(), Date.now())))

export const AddressForm = z.object({ ...addressFields, typedAt })

/** The same while it is being typed: kept as it is, however incomplete. */
export const UnfinishedAddress = z.object({
  street: lineUpTo(200).default(""),
  zipCode: textUpTo(10).default(""),
  city: lineUpTo(100).default(""),
  instructions: textUpTo(1000).default(""),
  typedAt,
})

/** An address typed before the session ended, sent along with the sign-in under names of its own. */
export const CarriedAddress = z
  .object({
    "adresse-gardee.street": lineUpTo(200).default(""),
    "adresse-gardee.zipCode": textUpTo(10).default(""),
    "adresse-gardee.city": lineUpTo(100).default(""),
    "adresse-gardee.instructions": textUpTo(1000).default(""),
  })
  .transform((fields) => ({
    street: fields["adresse-gardee.street"],
    zipCode: fields["adresse-gardee.zipCode"],
    city: fields["adresse-gardee.city"],
    instructions: fields["adresse-gardee.instructions"],
  }))

/** An address, or the wish for the one that is kept with the account. */
export const SavedOrTyped = z.object({ "adresse-enregistree": ticked })

export const mode = z.enum(["delivery", "pickup"], { error: "Choisissez la livraison ou le retrait" })

/** Delivery or pick-up, as soon as it is ticked. */
export const ModeForm = z.object({ mode })
