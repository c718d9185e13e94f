import { z } from "zod"
import { idField, wholeNumber } from "../../http/form-fields.ts"
import { mode } from "../kit/address-forms.ts"

/** The line's id makes a double submission one line. */
export const CartForm = z.object({
  etape: z.enum(["calendar", "options"]).catch("options"),
  "nouvelle-ligne": idField.optional().catch(undefined),
})

/** The displayed totals are compared with the server's, never trusted. */
export const OrderForm = z.object({
  mode,
  key: idField.optional(),
  "shown-address": z.string().optional(),
  "total-delivery": wholeNumber().optional(),
  "total-pickup": wholeNumber().optional(),
})
