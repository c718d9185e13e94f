import { list, requiredText, ticked } from "../../../http/form-fields.ts"
import { z } from "zod"
import {
  type CorrectedField,
  MAX_FEATURES,
  correct,
  isManualUrl,
  keptFeatures,
} from "../../../../domain/catalog/product-fields.ts"
import { parseEuros } from "../../../../domain/money.ts"
import { correctedMessage } from "../../kit/catalog/corrected-messages.ts"

const line = (maxLength: number) => z.string().trim().max(maxLength).default("")

const wholeBetween = (min: number, max: number, message: string) =>
  z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((number) => number >= min && number <= max, message)

const amount = (message: string) =>
  z
    .string({ error: message })
    .transform(parseEuros)
    .refine((cents) => cents !== null && cents >= 0 && cents <= 10_000_000, message)
    .transform((cents) => cents ?? 0)

/** What cannot be right becomes its fallback, and is told (specification, section 5). */
const corrected = (field: CorrectedField) => (typed: string) => {
  const { value, corrected: replaced } = correct(field, typed)
  return { value, message: replaced ? correctedMessage(field, typed) : null }
}

const NOT_FOR_RENT = "Sans prix, un produit ne se loue pas\u00a0: il est enregistré hors du catalogue."

const furthest = "Indiquez de 1 à 1825 jours, ou rien."

const included = "Indiquez de 0 à 100000 photos, ou rien."

export const ProductForm = z
  .object({
    vu: z.string(),
    name: requiredText("Indiquez le nom du produit.", 120),
    description: line(4000),
    price: z
      .string({ error: "Indiquez un prix par jour." })
      .trim()
      .min(1, "Indiquez un prix par jour.")
      .transform(corrected("price")),
    imageAlt: line(300),
    // Line by line where no script runs.
    features: list(z.array(z.string()))
      .transform((typed) => keptFeatures(typed.flatMap((text) => text.split("\n"))))
      .refine((features) => features.length <= MAX_FEATURES, "Quarante caractéristiques au plus.")
      .refine(
        (features) => features.every((feature) => feature.length <= 200),
        "Une caractéristique compte 200 caractères au plus.",
      ),
    isActive: ticked,
    manualUrl: line(500)
      .refine(
        (text) => text === "" || isManualUrl(text),
        "Indiquez une adresse complète, par exemple https://exemple.fr/notice.pdf.",
      )
      .transform((text) => text || null),
    photoPackPrice: z.string().default("").transform(corrected("photoPackPrice")),
    photoPackQuantity: z.string().default("").transform(corrected("photoPackQuantity")),
    includedPhotos: z
      .union([z.literal("").transform(() => null), wholeBetween(0, 100_000, included)], included)
      .default(null),
    stock: wholeBetween(1, 500, "Le stock est un nombre entier, de 1 à 500."),
    preparationDaysBefore: wholeBetween(0, 14, "Indiquez de 0 à 14 jours."),
    preparationDaysAfter: wholeBetween(0, 14, "Indiquez de 0 à 14 jours."),
    securityDeposit: amount("La caution est un montant en euros, par exemple 500."),
    asksInsurance: ticked,
    minimumNoticeDays: wholeBetween(0, 365, "Indiquez de 0 à 365 jours."),
    furthestDays: z.union([z.literal("").transform(() => null), wholeBetween(1, 1825, furthest)], furthest),
    seoTitle: line(120).transform((text) => text || null),
    seoDescription: line(400).transform((text) => text || null),
  })
  .transform((sent) => {
    const { vu, price, photoPackPrice, photoPackQuantity, ...fields } = sent
    return {
      vu,
      fields: {
        ...fields,
        price: price.value,
        photoPackPrice: photoPackPrice.value,
        photoPackQuantity: photoPackQuantity.value,
      },
      /** What was replaced, in words; empty when nothing was. */
      messages: [
        ...[price, photoPackPrice, photoPackQuantity].flatMap(({ message }) => (message === null ? [] : [message])),
        ...(price.value === 0 && fields.isActive ? [NOT_FOR_RENT] : []),
      ],
    }
  })

export type SentProduct = z.output<typeof ProductForm>
