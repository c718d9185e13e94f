import { z } from "zod"
import { idField, textUpTo } from "../../http/form-fields.ts"
import { mode } from "../kit/address-forms.ts"

/** The step at which the button was pressed, and the id that the line gets: sent twice it is one line. */
export const CartForm = z.object({
  etape: z.enum(["calendar", "options"]).catch("options"),
  "nouvelle-ligne": idField.optional().catch(undefined),
})

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

/** The totals are those that were shown: they are compared, never believed. */
export const OrderForm = z.object({
  mode,
  key: idField.optional(),
  "shown-address": z.string().optional(),
  "total-delivery": z.coerce.number().int().optional(),
  "total-pickup": z.coerce.number().int().optional(),
})
