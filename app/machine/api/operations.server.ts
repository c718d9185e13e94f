import { href } from "react-router"
import type { z } from "zod"
import type { ApiScope } from "../../../domain/api/api-key.ts"
import { customerDay } from "../../../domain/availability/calendar.ts"
import { daysBetween, eachDay, isDay } from "../../../domain/day.ts"
import type { Id, ProductId, ProfileId } from "../../../domain/id.ts"
import { bookingWith, bookingsBelow, customerWith, customersAfter, paymentsAfter } from "../../../server/api/read-on.ts"
import { productCalendar } from "../../../server/availability/queries.ts"
import { activeProducts, productForRent } from "../../../server/catalog/queries.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { cursorOf, numberIn, placeIn } from "./cursor.ts"
import * as fields from "./fields.ts"

/** Thrown by an operation: there is no such thing, or a field says what only the database or a rule can refuse. */
export class ApiRefusal extends Error {
  readonly pointer: string | null
  readonly detail: Record<"fr" | "en", string>
  constructor(pointer: string | null, detail: Record<"fr" | "en", string> = { fr: "", en: "" }) {
    super(pointer ?? "not found")
    this.name = "ApiRefusal"
    this.pointer = pointer
    this.detail = detail
  }
}

type Asked<Query> = { id: Id | null; query: Query; at: Date }

/** One operation of the API: where it is, who may ask, what it takes and what it answers. */
export type Operation = {
  id: string
  /** Below /api/v1; "{id}" is the only thing that varies. */
  path: string
  scope: ApiScope
  summary: string
  query: z.ZodObject
  answer: z.ZodType
  run(asked: Asked<Record<string, unknown>>): Promise<unknown>
}

function operation<Query extends z.ZodObject, Answer extends z.ZodType>(
  given: Omit<Operation, "query" | "answer" | "run"> & {
    query: Query
    answer: Answer
    run(asked: Asked<z.output<Query>>): Promise<z.input<Answer>>
  },
): Operation {
  // The query was checked against this very schema.
  return { ...given, run: ({ query, ...rest }) => given.run({ ...rest, query: query as z.output<Query> }) }
}

export const operations: readonly Operation[] = [
  operation({
    id: "listProducts",
    path: "/products",
    scope: "catalogue:read",
    summary: "Les produits en location, dans l’ordre du catalogue.",
    query: fields.PageQuery,
    answer: fields.pageOf(fields.Product),
    async run({ query }) {
      // A product without a price is not for rent (D50).
      const all = (await activeProducts()).filter(({ price }) => price > 0)
      // The catalogue has an order of its own, which its owner may change: read on from a product.
      const last = query.cursor === undefined ? null : (placeInCatalogue(query.cursor) ?? refuseCursor())
      const at = all.findIndex(({ id }) => id === last)
      // It has left the catalogue meanwhile: nothing says where the list goes on.
      if (last !== null && at === -1) refuseCursor()
      const begin = at + 1
      const rows = all.slice(begin, begin + query.limit)
      const more = all.length > begin + query.limit
      return { data: rows.map(productOf), nextCursor: more ? cursorOf(rows.at(-1)?.id ?? "") : null }
    },
  }),
  operation({
    id: "readProduct",
    path: "/products/{id}",
    scope: "catalogue:read",
    summary: "Un produit en location, avec ses options.",
    query: fields.NoQuery,
    answer: fields.ProductWithOptions,
    async run({ id }) {
      const product = (id && (await productForRent(id))) || refuseUnknown()
      return {
        ...productOf(product),
        options: product.offers.map((offer) => ({
          id: offer.id,
          parentId: offer.parentId,
          name: offer.name,
          description: offer.description,
          price: offer.price,
          unit: offer.unit,
          quantityStep: offer.quantityStep,
          minQuantity: offer.minQuantity,
          maxQuantity: offer.maxQuantity,
        })),
      }
    },
  }),
  operation({
    id: "readAvailability",
    path: "/products/{id}/availability",
    scope: "availability:read",
    summary: "Ce qu’un client verrait de chaque jour.",
    query: fields.AvailabilityQuery,
    answer: fields.Availability,
    async run({ id, query: { from, until }, at }) {
      if (!isDay(from) || !isDay(until)) throw new Error("The query was not checked")
      const length = daysBetween(from, until) + 1
      if (length < 1) refuseField("until", "Le dernier jour précède le premier.", "The last day is before the first.")
      if (length > fields.MAX_AVAILABILITY_DAYS)
        refuseField(
          "until",
          `${fields.MAX_AVAILABILITY_DAYS} jours au plus.`,
          `${fields.MAX_AVAILABILITY_DAYS} days at most.`,
        )
      const product = (id && (await productForRent(id))) || refuseUnknown()
      const calendar = await productCalendar(product, from, until, { customerId: null, at })
      return {
        productId: product.id,
        days: eachDay(from, until).map((day) => {
          const state = customerDay(day, calendar)
          return { day, isAvailable: state === "free", state }
        }),
      }
    },
  }),
  operation({
    id: "listBookings",
    path: "/bookings",
    scope: "bookings:read",
    summary: "Les réservations, de la plus récente à la plus ancienne.",
    query: fields.BookingQuery,
    answer: fields.pageOf(fields.Booking),
    async run({ query: { status, product, customer, limit, cursor }, at }) {
      const below = cursor === undefined ? null : (numberIn(cursor) ?? refuseCursor())
      const rows = await bookingsBelow(
        {
          status: status ?? null,
          productId: (product as ProductId | undefined) ?? null,
          customerId: (customer as ProfileId | undefined) ?? null,
        },
        { below, limit: limit + 1 },
        at,
      )
      return pageOf(rows, limit, bookingOf, ({ number }) => cursorOf(number))
    },
  }),
  operation({
    id: "readBooking",
    path: "/bookings/{id}",
    scope: "bookings:read",
    summary: "Une réservation, avec son prix tel qu’il a été convenu.",
    query: fields.NoQuery,
    answer: fields.Booking,
    async run({ id, at }) {
      return bookingOf((id && (await bookingWith(id, at))) || refuseUnknown())
    },
  }),
  operation({
    id: "listCustomers",
    path: "/customers",
    scope: "customers:read",
    summary: "Les comptes, du plus ancien au plus récent.",
    query: fields.PageQuery,
    answer: fields.pageOf(fields.Customer),
    async run({ query: { limit, cursor } }) {
      const place = cursor === undefined ? null : (placeIn(cursor) ?? refuseCursor())
      const rows = await customersAfter({ place, limit: limit + 1 })
      return pageOf(rows, limit, customerOf, ({ moment, id }) => cursorOf(moment, id))
    },
  }),
  operation({
    id: "readCustomer",
    path: "/customers/{id}",
    scope: "customers:read",
    summary: "Un compte.",
    query: fields.NoQuery,
    answer: fields.Customer,
    async run({ id }) {
      return customerOf((id && (await customerWith(id))) || refuseUnknown())
    },
  }),
  operation({
    id: "listPayments",
    path: "/payments",
    scope: "payments:read",
    summary: "Les paiements enregistrés, du plus ancien au plus récent.",
    query: fields.PaymentQuery,
    answer: fields.pageOf(fields.Payment),
    async run({ query: { booking, limit, cursor } }) {
      const place = cursor === undefined ? null : (placeIn(cursor) ?? refuseCursor())
      const rows = await paymentsAfter(booking ?? null, { place, limit: limit + 1 })
      return pageOf(rows, limit, paymentOf, ({ moment, id }) => cursorOf(moment, id))
    },
  }),
]

/** One row more was read than is shown, to know whether others follow. */
function pageOf<Row, Shown>(rows: Row[], limit: number, show: (row: Row) => Shown, place: (row: Row) => string) {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return { data: shown.map(show), nextCursor: rows.length > limit && last ? place(last) : null }
}

function placeInCatalogue(cursor: string): string | undefined {
  const id = Buffer.from(cursor, "base64url").toString("latin1")
  return fields.idInPath.safeParse(id).success ? id : undefined
}

function productOf(product: Awaited<ReturnType<typeof activeProducts>>[number]) {
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    features: product.features,
    dailyPrice: product.price,
    photoPackPrice: product.photoPackPrice,
    photoPackQuantity: product.photoPackQuantity,
    securityDeposit: product.securityDeposit,
    stock: product.stock,
    minimumNoticeDays: product.minimumNoticeDays,
    url: canonicalUrl(href("/product/:id", { id: product.id })),
  }
}

function bookingOf(booking: NonNullable<Awaited<ReturnType<typeof bookingWith>>>) {
  return {
    id: booking.id,
    number: booking.number,
    status: booking.status,
    customerId: booking.customerId,
    product: { id: booking.productId, name: booking.productName },
    days: booking.dates,
    isDelivery: booking.isDelivery,
    address: {
      street: booking.address.street,
      zipCode: booking.address.zipCode,
      city: booking.address.city,
      instructions: booking.address.instructions,
    },
    distanceToConfirm: booking.distanceToConfirm,
    options: booking.options.items.map(({ id, name, price, quantity }) => ({ id, name, price, quantity })),
    photoPacks: booking.photoPacks,
    priceLines: booking.price.lines.map(({ kind, label, amount }) => ({ kind, label, amount })),
    total: booking.total,
    paymentStatus: booking.paymentStatus,
    createdAt: booking.createdAt.toISOString(),
    confirmedAt: booking.confirmedAt?.toISOString() ?? null,
    isExample: booking.isExample,
  }
}

function customerOf(customer: NonNullable<Awaited<ReturnType<typeof customerWith>>>) {
  return {
    id: customer.id,
    name: customer.name,
    email: customer.email,
    isVerified: customer.isVerified,
    phone: customer.phone,
    street: customer.street,
    zipCode: customer.zipCode,
    city: customer.city,
    clientType: customer.clientType,
    businessName: customer.businessName,
    businessSiret: customer.businessSiret,
    isExample: customer.isExample,
    createdAt: customer.createdAt.toISOString(),
  }
}

function paymentOf(payment: Awaited<ReturnType<typeof paymentsAfter>>[number]) {
  return {
    id: payment.id,
    bookingId: payment.bookingId,
    bookingNumber: payment.bookingNumber,
    means: payment.means,
    amount: payment.amount,
    receivedOn: payment.receivedOn,
    recordedAt: payment.recordedAt.toISOString(),
    corrects: payment.corrects,
  }
}

function refuseUnknown(): never {
  throw new ApiRefusal(null)
}

function refuseField(name: string, fr: string, en: string): never {
  throw new ApiRefusal(`/query/${name}`, { fr, en })
}

function refuseCursor(): never {
  return refuseField("cursor", "Ce curseur n’est pas l’un des nôtres.", "This cursor is not one of ours.")
}
