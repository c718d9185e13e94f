import { z } from "zod"
import { bookingStatuses, paymentStatuses } from "../../../domain/booking/status.ts"
import { isDay } from "../../../domain/day.ts"
import { paymentMeans } from "../../../domain/finance/payment.ts"
import { isId } from "../../../domain/id.ts"
import { optionUnits } from "../../../domain/pricing/options.ts"
import { priceLineKinds } from "../../../domain/pricing/price.ts"

/** The schemas that check what is asked and say what is answered; the OpenAPI document is written from them. */

export const MAX_ON_A_PAGE = 100
/** A season at once: a calendar asks month by month. */
export const MAX_AVAILABILITY_DAYS = 92

const wholeNumber = /^\d{1,9}$/

/** As an address writes it. */
const numberInAddress = (schema: z.ZodType<number>) =>
  z.preprocess((given) => (typeof given === "string" && wholeNumber.test(given) ? Number(given) : given), schema)

export const limit = numberInAddress(z.int().min(1).max(MAX_ON_A_PAGE))
  .default(25)
  .describe("Combien de lignes, au plus.")
export const cursor = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe("Où reprendre\u00a0: le «\u00a0nextCursor\u00a0» de la page précédente, tel quel.")
export const idInPath = z.guid().refine(isId)
export const idInQuery = (what: string) => z.uuid().refine(isId).optional().describe(what)
export const dayInQuery = (what: string) => z.iso.date().refine(isDay).describe(what)

const day = z.iso.date().describe("Un jour à Paris.")
const moment = z.iso.datetime().describe("Un instant, en UTC.")
const cents = z.int().describe("Centimes d’euro.")
const id = z.guid()

export const pageOf = <Row extends z.ZodType>(row: Row) =>
  z.object({ data: z.array(row), nextCursor: z.string().nullable().describe("Null après la dernière page.") })

export const Option = z.object({
  id,
  parentId: id.nullable().describe("L’option dont celle-ci est une sous-option."),
  name: z.string(),
  description: z.string(),
  price: cents,
  unit: z.enum(optionUnits),
  quantityStep: z.int(),
  minQuantity: z.int(),
  maxQuantity: z.int().nullable(),
})

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
        .enum(["free", "taken", "closed", "past", "too-soon", "too-far"])
        .describe(
          "free\u00a0: libre\u00a0; taken\u00a0: pris\u00a0; closed\u00a0: fermé\u00a0; past, too-soon, too-far\u00a0: hors des délais.",
        ),
    }),
  ),
})

export const Booking = z.object({
  id,
  number: z.int(),
  status: z.enum(bookingStatuses),
  customerId: id,
  product: z.object({ id, name: z.string() }),
  days: z.array(day),
  isDelivery: z.boolean(),
  address: z.object({ street: z.string(), zipCode: z.string(), city: z.string(), instructions: z.string() }),
  distanceToConfirm: z.boolean(),
  options: z.array(z.object({ id, name: z.string(), price: cents, quantity: z.int() })),
  photoPacks: z.int(),
  priceLines: z.array(z.object({ kind: z.enum(priceLineKinds), label: z.string(), amount: cents })),
  total: cents,
  paymentStatus: z.enum(paymentStatuses),
  createdAt: moment,
  confirmedAt: moment.nullable(),
  isExample: z.boolean(),
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
  corrects: id.nullable().describe("L’écriture que celle-ci annule."),
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
})

export const BookingQuery = z.strictObject({
  status: z.enum(bookingStatuses).optional().describe("Seulement celles qui sont dans cet état."),
  product: idInQuery("Seulement celles de ce produit."),
  customer: idInQuery("Seulement celles de ce client."),
  limit,
  cursor,
})
export const PageQuery = z.strictObject({ limit, cursor })
export const PaymentQuery = z.strictObject({
  booking: idInQuery("Seulement ceux de cette réservation."),
  limit,
  cursor,
})
export const AvailabilityQuery = z.strictObject({
  from: dayInQuery("Le premier jour."),
  until: dayInQuery(`Le dernier jour, ${MAX_AVAILABILITY_DAYS} jours au plus en tout.`),
})
export const NoQuery = z.strictObject({})
