import { z } from "zod"
import { isAcceptableName } from "../../../domain/accounts/person-name.ts"
import { cleanPastedText } from "../../../domain/pasted-text.ts"
import { isPrintable } from "../../../domain/content/printable-text.ts"
import { MAX_CART_ITEMS } from "../../../domain/cart/cart.ts"
import { MAX_RENTAL_DAYS } from "../../../domain/availability/limits.ts"
import { bookingStatuses, paymentStatuses } from "../../../domain/booking/status.ts"
import { isClockTime } from "../../../domain/clock.ts"
import { isDay } from "../../../domain/day.ts"
import { paymentMeans } from "../../../domain/finance/payment.ts"
import { readPhone } from "../../../domain/phone.ts"
import { isId } from "../../../domain/id.ts"
import { optionUnits } from "../../../domain/pricing/options.ts"
import { priceLineKinds } from "../../../domain/pricing/price.ts"
import { webhookKinds } from "../../../domain/webhooks/kinds.ts"

/** The OpenAPI document is generated from these schemas. */

const MAX_PAGE_SIZE = 100
/** One season; calendars ask month by month. */
export const MAX_AVAILABILITY_DAYS = 92

const wholeNumber = /^\d{1,9}$/

const queryNumber = (schema: z.ZodType<number>) =>
  z.preprocess((value) => (typeof value === "string" && wholeNumber.test(value) ? Number(value) : value), schema)

export const limit = queryNumber(z.int().min(1).max(MAX_PAGE_SIZE)).default(25).describe("Combien de lignes, au plus.")
export const cursor = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe("Où reprendre\u00a0: le «\u00a0nextCursor\u00a0» de la page précédente, tel quel.")
export const pathId = z.guid().refine(isId)
const queryId = (description: string) => z.uuid().refine(isId).optional().describe(description)
const queryDay = (description: string) => z.iso.date().refine(isDay).describe(description)

const day = z.iso.date().describe("Un jour à Paris.")
const moment = z.iso.datetime().describe("Un instant, en UTC.")
const cents = z.int().describe("Centimes d’euro.")
const id = z.guid()
const priceLine = z.object({
  kind: z.enum(priceLineKinds),
  label: z.string(),
  amount: cents,
  rental: z.int().nullable().describe("La position de sa location\u00a0; null pour la livraison et les ajustements."),
})

export const pageSchema = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), nextCursor: z.string().nullable().describe("Null après la dernière page.") })

export const Option = z.object({
  id,
  parentId: id.nullable().describe("L’option dont celle-ci est une sous-option."),
  name: z.string(),
  description: z.string(),
  price: cents,
  unit: z.enum(optionUnits),
  isOnce: z.boolean().describe("Comptée une fois par location, quelle que soit sa durée."),
  choiceGroup: z
    .string()
    .describe("Une seule option du même choix, par exemple «\u00a0Fond\u00a0»\u00a0; vide pour une option seule."),
  quantityStep: z.int(),
  minQuantity: z.int(),
  maxQuantity: z.int().nullable(),
})

const time = z.string().describe("Une heure à Paris, HH:MM.")

const planTerms = {
  id: id.nullable().describe("Null pour la location à la journée que chaque produit a d’abord."),
  name: z.string(),
  sentence: z.string(),
  includes: z.array(z.string()),
  weekdays: z.array(z.int()).describe("Les jours où elle commence, 1 pour lundi."),
  minimumNotice: z.int().describe("En jours, en plus du délai du produit."),
}

const Plan = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("day"),
    ...planTerms,
    steps: z
      .array(z.int())
      .describe("Pour cent du prix du jour\u00a0: le premier jour, le deuxième…\u00a0; le dernier vaut pour la suite."),
    minimumDays: z.int(),
    maximumDays: z.int().nullable(),
  }),
  z.object({ kind: z.literal("fixed"), ...planTerms, days: z.int(), price: cents }),
  z.object({
    kind: z.literal("hours"),
    ...planTerms,
    hours: z.int(),
    price: cents,
    startTimes: z.array(time),
    extraHourPrice: cents,
    maximumExtraHours: z.int(),
    setUpMinutes: z.int(),
    takeDownMinutes: z.int(),
  }),
])

export const Product = z.object({
  id,
  name: z.string(),
  description: z.string(),
  features: z.array(z.string()),
  dailyPrice: cents,
  photoPackPrice: cents,
  photoPackQuantity: z.int(),
  securityDeposit: cents,
  stock: z.int(),
  minimumNoticeDays: z.int(),
  instantBooking: z.boolean().describe("Peut être confirmé immédiatement, sans attendre de réponse."),
  plans: z.array(Plan).describe("Les formules dans lesquelles il se loue."),
  parts: z
    .array(z.object({ productId: id, name: z.string(), units: z.int() }))
    .describe("Ce que contient un pack\u00a0; vide pour une machine."),
  url: z.url().describe("Sa page sur le site."),
})

export const ProductWithOptions = Product.extend({ options: z.array(Option) })

export const Availability = z.object({
  productId: id,
  days: z.array(
    z.object({
      day,
      isAvailable: z.boolean(),
      state: z
        .enum(["free", "taken", "closed", "not-sold", "past", "too-soon", "too-far"])
        .describe(
          "free\u00a0: libre\u00a0; taken\u00a0: pris\u00a0; closed\u00a0: fermé\u00a0; not-sold\u00a0: la formule ne commence pas ce jour-là\u00a0; past, too-soon, too-far\u00a0: hors des délais.",
        ),
      starts: z
        .array(z.object({ time, isAvailable: z.boolean() }))
        .describe("Les heures de début d’une formule à l’heure\u00a0; vide pour les autres."),
    }),
  ),
})

const product = z.object({ id, name: z.string() })
const chosenOptions = z.array(z.object({ id, name: z.string(), price: cents, quantity: z.int(), isOnce: z.boolean() }))

export const Booking = z.object({
  id,
  number: z.int(),
  status: z.enum(bookingStatuses),
  customerId: id,
  rentals: z
    .array(
      z.object({
        position: z.int().describe("Son nom dans la réservation\u00a0; les lignes de prix le répètent."),
        product,
        parts: z
          .array(z.object({ productId: id, name: z.string(), units: z.int() }))
          .describe("Les machines d’un pack et les accessoires des options."),
        plan: z
          .object({ id: id.nullable(), name: z.string(), startTime: time.nullable(), extraHours: z.int() })
          .nullable()
          .describe("La formule convenue\u00a0; null pour la journée au prix du jour."),
        days: z.array(day),
        start: moment.describe("Quand le client a le produit\u00a0: à partir de cet instant."),
        end: moment.describe("Jusqu’à cet instant, non compris."),
        options: chosenOptions,
        photoPacks: z.int(),
        amount: cents.describe("La somme de ses lignes, sans la livraison ni les ajustements."),
      }),
    )
    .describe("Les produits loués, chacun avec ses jours."),
  product: product.describe("Le premier produit loué."),
  days: z.array(day).describe("Les jours de toutes les locations."),
  isDelivery: z.boolean(),
  address: z.object({
    placeName: z.string().describe("Vide quand le lieu n’a pas de nom."),
    street: z.string(),
    zipCode: z.string(),
    city: z.string(),
    instructions: z.string(),
  }),
  distanceToConfirm: z.boolean(),
  options: chosenOptions.describe("Les options du premier produit loué."),
  photoPacks: z.int().describe("Les packs photo du premier produit loué."),
  priceLines: z.array(priceLine),
  total: cents,
  paymentStatus: z.enum(paymentStatuses),
  createdAt: moment,
  confirmedAt: moment.nullable(),
  isInstant: z.boolean().describe("Confirmée immédiatement, sans attendre de réponse."),
  isExample: z.boolean(),
  isDemonstration: z.boolean().describe("Payée par une démonstration\u00a0: son argent est fictif."),
})

export const Customer = z.object({
  id,
  name: z.string(),
  email: z.string(),
  isVerified: z.boolean().describe("L’adresse e-mail a été confirmée."),
  phone: z.string().nullable(),
  street: z.string().nullable(),
  zipCode: z.string().nullable(),
  city: z.string().nullable(),
  home: z
    .object({ street: z.string(), zipCode: z.string(), city: z.string() })
    .nullable()
    .describe("Domicile ou siège, pour contrats et factures. street, zipCode et city\u00a0: le lieu enregistré."),
  clientType: z.enum(["individual", "business"]),
  businessName: z.string().nullable(),
  businessSiret: z.string().nullable(),
  isExample: z.boolean(),
  createdAt: moment,
})

export const Payment = z.object({
  id,
  bookingId: id,
  bookingNumber: z.int(),
  means: z.enum(paymentMeans),
  amount: cents.describe("Centimes d’euro\u00a0; négatif quand l’écriture en annule une autre."),
  receivedOn: day,
  recordedAt: moment,
  isDemonstration: z.boolean().describe("Un paiement de démonstration\u00a0: aucun argent n’est arrivé."),
  corrects: id.nullable().describe("L’écriture que celle-ci annule."),
})

export const Event = z.object({
  type: z.enum(webhookKinds).describe("Les mêmes mots que les webhooks."),
  at: moment,
  bookingId: id,
  bookingNumber: z.int(),
  url: z.url().describe("Où lire la réservation telle qu’elle est maintenant."),
})

export const EventPage = z.object({
  data: z.array(Event),
  nextCursor: z
    .string()
    .describe("Où reprendre, même après la dernière page\u00a0: gardez-le, ce qui arrive ensuite vient après lui."),
  hasMore: z.boolean().describe("Vrai quand d’autres suivent déjà."),
})

export const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z
    .array(z.object({ pointer: z.string(), detail: z.string() }))
    .optional()
    .describe("Les champs en cause, par leur pointeur JSON."),
  settlement: z
    .object({ refund: cents, indemnity: cents })
    .optional()
    .describe("Ce que l’annulation doit au client, quand ce n’est pas ce que vous attendiez."),
})

/** Databases reject control characters. */
const line = (max: number, min = 0) =>
  z
    .string()
    .trim()
    .max(max)
    // oxlint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u001f\u007f-\u009f\u2028\u2029\ufdd0-\ufdef\ufffe\uffff]*$/)
    .overwrite(cleanPastedText)
    .min(min)
const lines = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    // oxlint-disable-next-line no-control-regex
    .regex(/^[^\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]*$/)
    .overwrite(cleanPastedText)

const bodyId = z.guid().refine(isId)
const zipCode = z.string().regex(/^\d{5}$/)
const distanceKm = z
  .int()
  .min(0)
  .max(99_999)
  .nullable()
  .default(null)
  .describe("Aller-retour en kilomètres, quand vous le connaissez\u00a0: l’adresse n’est alors pas mesurée.")

const days = z.array(z.iso.date().refine(isDay)).min(1).max(MAX_RENTAL_DAYS).describe("Les jours de location.")
const extras = {
  plan: z
    .strictObject({
      id: bodyId,
      startTime: z
        .string()
        .refine(isClockTime)
        .nullable()
        .default(null)
        .describe("L’heure de début d’une formule à l’heure, HH:MM."),
      extraHours: z.int().min(0).max(24).default(0),
    })
    .nullable()
    .default(null)
    .describe("Sans elle, la journée. Une formule à durée fixe ne demande que son premier jour."),
  options: z
    .array(z.strictObject({ id: bodyId, quantity: z.int().min(1).max(99_999) }))
    .max(100)
    .default([]),
  photoPacks: z.int().min(0).max(999).default(0),
}

const choice = {
  rentals: z
    .array(z.strictObject({ productId: bodyId, days, ...extras }))
    .min(1)
    .max(MAX_CART_ITEMS)
    .optional()
    .describe("Ce qui se loue, chacun avec ses jours. Pour un seul produit, productId et days suffisent."),
  productId: bodyId.optional().describe("Le produit, quand il n’y a pas de rentals."),
  days: days.optional(),
  ...extras,
  isDelivery: z.boolean().default(true).describe("Faux\u00a0: retrait au dépôt."),
  promoCode: line(30).nullable().default(null).describe("Un code promo, tel qu’un client le saisit."),
}

const rentalsOrProduct = { oneOf: [{ required: ["rentals"] }, { required: ["productId", "days"] }] }

export const QuoteBody = z
  .strictObject({
    ...choice,
    zipCode: zipCode.optional().describe("Où livrer. Sans lui, le prix est sans livraison."),
    street: line(200).default(""),
    city: line(100).default(""),
    distanceKm,
    seenBy: z
      .enum(["customer", "owner"])
      .default("customer")
      .describe("owner\u00a0: sans les délais imposés aux clients, comme une réservation faite par l’API."),
  })
  .meta(rentalsOrProduct)

export const Quote = z.object({
  isAvailable: z.boolean(),
  refusal: z
    .object({
      type: z.string().describe("Comme celui du problème qu’une réservation recevrait."),
      detail: z.string(),
      days: z.array(day).describe("Les jours en cause."),
    })
    .nullable()
    .describe("Pourquoi cela ne se réserve pas ainsi."),
  delivery: z
    .object({
      state: z.enum(["priced", "to-confirm", "too-far"]),
      distanceKm: z.int().nullable().describe("Aller-retour."),
      fee: cents.nullable(),
    })
    .nullable()
    .describe("Null sans livraison, ou sans code postal."),
  priceLines: z.array(priceLine),
  total: cents.nullable().describe("À renvoyer avec la réservation. Null quand rien ne peut être chiffré."),
})

export const BookingBody = z
  .strictObject({
    ...choice,
    address: z.strictObject({
      placeName: line(100).refine(isPrintable).default(""),
      street: line(200, 1).refine(isPrintable),
      zipCode,
      city: line(100, 1).refine(isPrintable),
      instructions: lines(1000).default(""),
    }),
    distanceKm,
    customerId: bodyId.optional().describe("Un client connu\u00a0; sans lui, il faut customer."),
    customer: z
      .strictObject({
        name: line(120, 1).refine(isAcceptableName).refine(isPrintable),
        email: z.union([z.literal(""), z.email().max(254)]).default(""),
        phone: line(40)
          .refine((phone) => phone === "" || readPhone(phone) !== null)
          .default(""),
      })
      .optional()
      .describe("Un nouveau client, quand il n’y a pas de customerId. Invité par e-mail à choisir un mot de passe."),
    total: cents.min(0).describe("Le total que /quotes a répondu à «\u00a0owner\u00a0». Un autre est refusé."),
    confirm: z.boolean().default(false).describe("Confirmée d’emblée\u00a0; sinon elle attend votre réponse."),
  })
  .describe("Avec rentals, ou productId et days\u00a0; avec customerId ou customer, l’un des deux.")
  .meta(rentalsOrProduct)

const reason = lines(500).optional().describe("Le client le lit.")

export const NothingBody = z.strictObject({})
export const RefuseBody = z.strictObject({ reason })
export const CancelBody = z.strictObject({
  reason,
  forceMajeure: z.boolean().default(false).describe("Personne n’y pouvait rien\u00a0: aucune indemnité n’est due."),
  settlement: z
    .strictObject({ refund: cents.min(0), indemnity: cents.min(0) })
    .default({ refund: 0, indemnity: 0 })
    .describe("Ce que vous savez devoir au client. D’autres montants sont refusés\u00a0: la réponse donne les bons."),
})

export const BookingQuery = z.strictObject({
  status: z.enum(bookingStatuses).optional().describe("Seulement celles qui sont dans cet état."),
  product: queryId("Seulement celles de ce produit."),
  customer: queryId("Seulement celles de ce client."),
  limit,
  cursor,
})
export const PageQuery = z.strictObject({ limit, cursor })
export const PaymentQuery = z.strictObject({
  booking: queryId("Seulement ceux de cette réservation."),
  limit,
  cursor,
})
export const EventQuery = z.strictObject({
  limit,
  cursor: cursor.describe(
    "Où reprendre\u00a0: le «\u00a0nextCursor\u00a0» de la dernière lecture. Sans lui, depuis le début.",
  ),
})
export const AvailabilityQuery = z.strictObject({
  from: queryDay("Le premier jour."),
  plan: queryId("Pour cette formule\u00a0; sans elle, pour la journée, ou la première formule."),
  until: queryDay(`Le dernier jour, ${MAX_AVAILABILITY_DAYS} jours au plus en tout.`),
})
export const NoQuery = z.strictObject({})
