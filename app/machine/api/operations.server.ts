import { href } from "react-router"
import { customerDay } from "../../../domain/availability/calendar.ts"
import { daysBetween, eachDay, isDay } from "../../../domain/day.ts"
import type { ProductId, ProfileId } from "../../../domain/id.ts"
import {
  bookingWith,
  bookingsBefore,
  customerWith,
  customersAfter,
  paymentsAfter,
} from "../../../server/outside/api/read-on.ts"
import { eventsAfter } from "../../../server/outside/api/event-feed.ts"
import { productCalendar } from "../../../server/availability/queries.ts"
import { activeProducts, productForRent } from "../../../server/catalog/queries.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { acts, bookingOf } from "./acts.server.ts"
import { cursorOf, numberIn, placeIn } from "./cursor.ts"
import * as fields from "./fields.ts"
import { type Operation, reading, refuseCursor, refuseField, refuseUnknown } from "./operation.ts"

const readings: readonly Operation[] = [
  reading({
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
  reading({
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
  reading({
    id: "readAvailability",
    path: "/products/{id}/availability",
    scope: "availability:read",
    summary: "Ce qu’un client verrait de chaque jour.",
    query: fields.AvailabilityQuery,
    answer: fields.Availability,
    async run({ id, query: { from, until }, at }) {
      if (!isDay(from) || !isDay(until)) throw new Error("The query was not checked")
      const length = daysBetween(from, until) + 1
      if (length < 1)
        refuseField("/query/until", "Le dernier jour précède le premier.", "The last day is before the first.")
      if (length > fields.MAX_AVAILABILITY_DAYS)
        refuseField(
          "/query/until",
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
  reading({
    id: "listBookings",
    path: "/bookings",
    scope: "bookings:read",
    summary: "Les réservations, de la plus récente à la plus ancienne.",
    query: fields.BookingQuery,
    answer: fields.pageOf(fields.Booking),
    async run({ query: { status, product, customer, limit, cursor }, at }) {
      const place = cursor === undefined ? null : (placeIn(cursor) ?? refuseCursor())
      const rows = await bookingsBefore(
        {
          status: status ?? null,
          productId: (product as ProductId | undefined) ?? null,
          customerId: (customer as ProfileId | undefined) ?? null,
        },
        { place, limit: limit + 1 },
        at,
      )
      return pageOf(rows, limit, bookingOf, ({ moment, id }) => cursorOf(moment, id))
    },
  }),
  reading({
    id: "readBooking",
    path: "/bookings/{id}",
    scope: "bookings:read",
    summary: "Une réservation, avec son prix tel qu’il a été convenu.",
    query: fields.NoQuery,
    answer: fields.Booking,
    isVersioned: true,
    async run({ id, at }) {
      return bookingOf((id && (await bookingWith(id, at))) || refuseUnknown())
    },
  }),
  reading({
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
  reading({
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
  reading({
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
  reading({
    id: "listEvents",
    path: "/events",
    scope: "events:read",
    summary:
      "Ce qui arrive aux réservations, dans un ordre qui ne change plus\u00a0: rien ne vient avant ce qui a été lu.",
    query: fields.EventQuery,
    answer: fields.EventPage,
    async run({ query: { limit, cursor } }) {
      const place = cursor === undefined ? 0 : (numberIn(cursor) ?? refuseCursor())
      const rows = await eventsAfter(place, limit + 1)
      const shown = rows.slice(0, limit)
      return {
        data: shown.map(eventOf),
        // Before anything has happened there is a place to go on from too: the first one.
        nextCursor: cursorOf(shown.at(-1)?.place ?? place),
        hasMore: rows.length > limit,
      }
    },
  }),
]

export const operations: readonly Operation[] = [...readings, ...acts]

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

function eventOf({ kind, at, bookingId, bookingNumber }: Awaited<ReturnType<typeof eventsAfter>>[number]) {
  return {
    type: kind,
    at: at.toISOString(),
    bookingId,
    bookingNumber,
    url: canonicalUrl(`/api/v1/bookings/${bookingId}`),
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
    isDemonstration: payment.isDemonstration,
    corrects: payment.corrects,
  }
}
