import { z } from "zod"
import { addressFields } from "../../http/address-fields.ts"
import { idField, ticked } from "../../http/form-fields.ts"

const text = (most: number) => z.string().trim().max(most, `${most} caractères au plus`)

/** When the person typed it, by the clock of the browser; without a script, now. */
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
  street: text(200).default(""),
  zipCode: text(10).default(""),
  city: text(100).default(""),
  instructions: text(1000).default(""),
  typedAt,
})

/** The step at which the button was pressed, and the id that the line gets: sent twice it is one line. */
export const CartForm = z.object({
  etape: z.enum(["calendar", "options"]).catch("options"),
  "nouvelle-ligne": idField.optional().catch(undefined),
})

/** An address, or the wish for the one that is kept with the account. */
export const SavedOrTyped = z.object({ "adresse-enregistree": ticked })

/** An address typed before the session ended, sent along with the sign-in under names of its own. */
export const CarriedAddress = z
  .object({
    "adresse-gardee.street": text(200).default(""),
    "adresse-gardee.zipCode": text(10).default(""),
    "adresse-gardee.city": text(100).default(""),
    "adresse-gardee.instructions": text(1000).default(""),
  })
  .transform((fields) => ({
    street: fields["adresse-gardee.street"],
    zipCode: fields["adresse-gardee.zipCode"],
    city: fields["adresse-gardee.city"],
    instructions: fields["adresse-gardee.instructions"],
  }))

const mode = z.enum(["delivery", "pickup"], { error: "Choisissez la livraison ou le retrait" })

/** Delivery or pick-up, as soon as it is ticked. */
export const ModeForm = z.object({ mode })

/** The totals are those that were shown: they are compared, never believed. */
export const OrderForm = z.object({
  mode,
  key: idField.optional(),
  "shown-address": z.string().optional(),
  "total-delivery": z.coerce.number().int().optional(),
  "total-pickup": z.coerce.number().int().optional(),
})
