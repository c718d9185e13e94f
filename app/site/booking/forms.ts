import { z } from "zod"
import { idField, wholeNumber } from "../../http/form-fields.ts"
import { mode } from "../kit/address-forms.ts"

/** The step at which the button was pressed, and the id that the line gets: sent twice it is one line. */
export const CartForm = z.object({
  etape: z.enum(["calendar", "options"]).catch("options"),
  "nouvelle-ligne": idField.optional().catch(undefined),
})

/** The totals are those that were shown: they are compared, never believed. */
export const OrderForm = z.object({
  mode,
  key: idField.optional(),
  "shown-address": z.string().optional(),
  "total-delivery": wholeNumber().optional(),
  "total-pickup": wholeNumber().optional(),
})
