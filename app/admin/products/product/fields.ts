import { MAX_BUNDLE_PARTS, MAX_PART_UNITS, productKinds } from "../../../../domain/catalog/product-kinds.ts"
import { idField, list, requiredText, ticked } from "../../../http/form-fields.ts"
import { z } from "zod"
import {
  MAX_FEATURES,
  type NumberField,
  fallbacks,
  isManualUrl,
  cleanFeatures,
  readNumber,
} from "../../../../domain/catalog/product-fields.ts"
import { formatMoney, parseEuros } from "../../../../domain/money.ts"

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

const numberMessages: Record<NumberField, { refused: string; empty: string | null }> = {
  price: { refused: "Le prix par jour est un nombre entier d’euros, par exemple 450.", empty: null },
  photoPackPrice: {
    refused: "Le prix du pack est un montant en euros, par exemple 7,50.",
    empty: `Sans valeur, le prix du pack devient ${formatMoney(fallbacks.photoPackPrice)}.`,
  },
  photoPackQuantity: {
    refused: "Un pack compte un nombre entier de photos, de 1 à 10\u202f000.",
    empty: `Sans valeur, le pack compte ${fallbacks.photoPackQuantity} photos.`,
  },
}

const number = (field: NumberField) =>
  z.string().transform((typed, context) => {
    const value = readNumber(field, typed)
    if (value !== null) return { value, message: typed.trim() === "" ? numberMessages[field].empty : null }
    context.addIssue({ code: "custom", message: numberMessages[field].refused })
    return z.NEVER
  })

const furthestDaysMessage = "Indiquez de 1 à 1825 jours, ou rien."

const instantKmMessage = "Indiquez de 0 à 5000 km, ou rien."
const instantTotalMessage = "Le montant est en euros, par exemple 800, ou vide."

const includedPhotosMessage = "Indiquez de 0 à 100000 photos, ou rien."

export const ProductForm = z
  .object({
    kind: z.enum(productKinds).default("machine"),
    name: requiredText("Indiquez le nom du produit.", 120),
    description: line(4000),
    price: number("price"),
    imageAlt: line(300),
    // Without JavaScript one field contains a feature per line.
    features: list(z.array(z.string()))
      .transform((typed) => cleanFeatures(typed.flatMap((text) => text.split("\n"))))
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
    photoPackPrice: number("photoPackPrice").default({ value: fallbacks.photoPackPrice, message: null }),
    photoPackQuantity: number("photoPackQuantity").default({ value: fallbacks.photoPackQuantity, message: null }),
    includedPhotos: z
      .union(
        [z.literal("").transform(() => null), wholeBetween(0, 100_000, includedPhotosMessage)],
        includedPhotosMessage,
      )
      .default(null),
    stock: wholeBetween(1, 500, "Le stock est un nombre entier, de 1 à 500."),
    preparationDaysBefore: wholeBetween(0, 14, "Indiquez de 0 à 14 jours."),
    preparationDaysAfter: wholeBetween(0, 14, "Indiquez de 0 à 14 jours."),
    securityDeposit: amount("La caution est un montant en euros, par exemple 500."),
    asksInsurance: ticked,
    needsInstaller: ticked,
    needsHost: ticked,
    minimumNoticeDays: wholeBetween(0, 365, "Indiquez de 0 à 365 jours."),
    furthestDays: z.union(
      [z.literal("").transform(() => null), wholeBetween(1, 1825, furthestDaysMessage)],
      furthestDaysMessage,
    ),
    instantBooking: ticked,
    instantNoticeDays: wholeBetween(0, 365, "Indiquez de 0 à 365 jours.").default(0),
    instantMaximumKm: z
      .union([z.literal("").transform(() => null), wholeBetween(0, 5000, instantKmMessage)], instantKmMessage)
      .default(null),
    instantMaximumTotal: z
      .union(
        [
          z.literal("").transform(() => null),
          amount(instantTotalMessage).refine((cents) => cents > 0, instantTotalMessage),
        ],
        instantTotalMessage,
      )
      .default(null),
    seoTitle: line(120).transform((text) => text || null),
    seoDescription: line(400).transform((text) => text || null),
  })
  .transform((sent) => {
    const { price, photoPackPrice, photoPackQuantity, ...fields } = sent
    return {
      fields: {
        ...fields,
        price: price.value,
        photoPackPrice: photoPackPrice.value,
        photoPackQuantity: photoPackQuantity.value,
      },
      messages: [price, photoPackPrice, photoPackQuantity].flatMap(({ message }) =>
        message === null ? [] : [message],
      ),
    }
  })

const unitsMessage = `Indiquez de 0 à ${MAX_PART_UNITS} exemplaires.`

export const BundleForm = z
  .object({
    avant: z.string().default(""),
    produit: list(z.array(idField.or(z.literal(""))).max(MAX_BUNDLE_PARTS + 1)),
    nombre: list(z.array(wholeBetween(0, MAX_PART_UNITS, unitsMessage)).max(MAX_BUNDLE_PARTS + 1)),
  })
  .transform(({ avant, produit, nombre }) => {
    const rows = produit.flatMap((id, index) => (id === "" ? [] : [{ productId: id, units: nombre[index] ?? 0 }]))
    const parts = [...Map.groupBy(rows, ({ productId }) => productId)]
      .map(([productId, same]) => ({ productId, units: Math.min(MAX_PART_UNITS, sumUnits(same)) }))
      .filter(({ units }) => units > 0)
    return { parts, loaded: avant }
  })

function sumUnits(rows: readonly { units: number }[]): number {
  return rows.reduce((sum, { units }) => sum + units, 0)
}

export type ProductInput = z.output<typeof ProductForm>
