import { idField, requiredText, ticked } from "../../http/form-fields.ts"
import { z } from "zod"
import { parseEuros } from "../../../domain/money.ts"
import { optionUnits } from "../../../domain/pricing/options.ts"
import type { OptionFields } from "../../../server/catalog/edit-options.ts"
import { eurosText } from "../kit/catalog/euros-text.ts"
import type { OptionTexts } from "../kit/catalog/options-view.ts"

const MAX_VALUE = 9_999
const wholeNumberFrom = (min: number, message: string) =>
  z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,4}$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= MAX_VALUE, message)

const noPrice = "Le prix est un montant en euros à partir de 0, par exemple 12,50."
const noMaximum = "Le maximum est un nombre entier au moins égal au minimum\u00a0; vide, il n’y en a pas."

/** Limits as in section 5 of the specification. */
export const OptionForm = z
  .object({
    id: idField.or(z.literal("")),
    parent: idField.or(z.literal("")),
    /** Saving keeps the form open while a chosen picture is not sent. */
    rester: ticked,
    name: requiredText("Indiquez le nom de l’option.", 120),
    description: z.string().trim().max(1000).default(""),
    price: z
      .string({ error: noPrice })
      .transform(parseEuros)
      .refine((cents) => cents !== null && cents >= 0 && cents <= 10_000_000, noPrice)
      .transform((cents) => cents ?? 0),
    unit: z.enum(optionUnits, "Choisissez une unité."),
    isOnce: ticked,
    choiceGroup: z.string().trim().max(40).default(""),
    quantityStep: wholeNumberFrom(1, "Le pas est un nombre entier, au moins 1."),
    minQuantity: wholeNumberFrom(0, "Le minimum est un nombre entier à partir de 0."),
    maxQuantity: z.union([z.literal("").transform(() => null), wholeNumberFrom(0, noMaximum)], noMaximum),
    staysWithClient: ticked,
    accessoryId: z.union([z.literal("").transform(() => null), idField], "Choisissez un accessoire.").default(null),
  })
  .refine(({ minQuantity, maxQuantity }) => maxQuantity === null || maxQuantity >= minQuantity, {
    path: ["maxQuantity"],
    message: noMaximum,
  })

/** Defaults of the specification (section 3). */
export const newOption: OptionFields = {
  name: "Nouvelle option",
  description: "",
  price: 0,
  unit: "unit",
  isOnce: false,
  choiceGroup: "",
  quantityStep: 1,
  minQuantity: 0,
  maxQuantity: null,
  staysWithClient: false,
  accessoryId: null,
}
export const newSubOption: OptionFields = { ...newOption, name: "Nouvelle sous-option" }

export function optionTexts({
  name,
  description,
  price,
  unit,
  isOnce,
  choiceGroup,
  quantityStep,
  minQuantity,
  maxQuantity,
  staysWithClient,
  accessoryId,
}: OptionFields): OptionTexts {
  return {
    name,
    description,
    unit,
    price: eurosText(price),
    isOnce: isOnce ? "oui" : "non",
    choiceGroup,
    quantityStep: String(quantityStep),
    minQuantity: String(minQuantity),
    maxQuantity: maxQuantity === null ? "" : String(maxQuantity),
    staysWithClient: staysWithClient ? "oui" : "non",
    accessoryId: accessoryId ?? "",
  }
}
