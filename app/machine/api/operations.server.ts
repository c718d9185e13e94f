import { productKey } from "../../../domain/catalog/product-key.ts"
import { homeOf } from "../../../domain/booking/home.ts"
import { href } from "react-router"
import { planDay } from "../../../domain/availability/calendar.ts"
import { addDays, daysBetween, eachDay, isDay } from "../../../domain/day.ts"
import type { ProductId, ProfileId } from "../../../domain/id.ts"
import { type RatePlan, findPlan, lastDayOfPlans } from "../../../domain/pricing/rate-plan.ts"
import { toBundleParts } from "../../../domain/rental/parts.ts"
import {
  findBooking,
  listBookingsBefore,
  findCustomer,
  listCustomersAfter,
  listPaymentsAfter,
} from "../../../server/outside/api/paged-lists.ts"
import { listEventsAfter } from "../../../server/outside/api/event-feed.ts"
import { readProductCalendar } from "../../../server/availability/queries.ts"
import { listActiveProducts, readProductForRent } from "../../../server/catalog/queries.ts"
import { canonicalUrl } from "../../http/canonical.server.ts"
import { acts } from "./acts.server.ts"
import { toBookingAnswer, toParts } from "./booking-answer.server.ts"
import { encodeCursor, decodeNumberCursor, decodePositionCursor } from "./cursor.ts"
import * as fields from "./fields.ts"
import { type Operation, defineQuery, refuseCursor, refuseField, refuseUnknown } from "./operation.ts"

const queries: readonly Operation[] = [
  defineQuery({
    id: "listProducts",
    path: "/products",
    scope: "catalogue:read",
    summary: "Les produits en location, dans l’ordre du catalogue.",
    query: fields.PageQuery,
    answer: fields.pageSchema(fields.Product),
    async run({ query }) {
      // A product without a price is not for rent (D50).
      const all = (await listActiveProducts()).filter(({ plans }) => plans.length > 0)
      // The owner may reorder the catalogue, so a page continues after a product.
      const last = query.cursor === undefined ? null : (decodeCatalogueCursor(query.cursor) ?? refuseCursor())
      const at = all.findIndex(({ id }) => id === last)
      // It has left the catalogue: nothing tells where to continue.
      if (last !== null && at === -1) refuseCursor()
      const begin = at + 1
      const rows = all.slice(begin, begin + query.limit)
      const more = all.length > begin + query.limit
      return { data: rows.map(toProduct), nextCursor: more ? encodeCursor(rows.at(-1)?.id ?? "") : null }
    },
  }),
  defineQuery({
    id: "readProduct",
    path: "/products/{id}",
    scope: "catalogue:read",
    summary: "Un produit en location, avec ses options.",
    query: fields.NoQuery,
    answer: fields.ProductWithOptions,
    async run({ id }) {
      const product = (id && (await readProductForRent(id))) || refuseUnknown()
      return {
        ...toProduct(product),
        options: product.offers.map((offer) => ({
          id: offer.id,
          parentId: offer.parentId,
          name: offer.name,
          description: offer.description,
          price: offer.price,
          unit: offer.unit,
          isOnce: offer.isOnce,
          choiceGroup: offer.choiceGroup,
          quantityStep: offer.quantityStep,
          minQuantity: offer.minQuantity,
          maxQuantity: offer.maxQuantity,
        })),
      }
    },
  }),
  defineQuery({
    id: "readAvailability",
    path: "/products/{id}/availability",
    scope: "availability:read",
    summary: "Ce qu’un client verrait de chaque jour.",
    query: fields.AvailabilityQuery,
    answer: fields.Availability,
    async run({ id, query: { from, until, plan: planId }, at }) {
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
      const product = (id && (await readProductForRent(id))) || refuseUnknown()
      const plan =
        findPlan(product.plans, planId) ??
        refuseField("/query/plan", "Ce produit n’a pas cette formule.", "The product has no such plan.")
      const last = lastDayOfPlans([plan], addDays(until, 1))
      const calendar = await readProductCalendar(product, from, last, { customerId: null, at })
      return {
        productId: product.id,
        days: eachDay(from, until).map((day) => {
          const { state, starts } = planDay(day, calendar, plan)
          const times = starts.map(({ time, isFree }) => ({ time, isAvailable: isFree }))
          return { day, isAvailable: state === "free", state, starts: times }
        }),
      }
    },
  }),
  defineQuery({
    id: "listBookings",
    path: "/bookings",
    scope: "bookings:read",
    summary: "Les réservations, de la plus récente à la plus ancienne.",
    query: fields.BookingQuery,
    answer: fields.pageSchema(fields.Booking),
    async run({ query: { status, product, customer, limit, cursor }, at }) {
      const position = cursor === undefined ? null : (decodePositionCursor(cursor) ?? refuseCursor())
      const rows = await listBookingsBefore(
        {
          status: status ?? null,
          productId: (product as ProductId | undefined) ?? null,
          customerId: (customer as ProfileId | undefined) ?? null,
        },
        { cursor: position, limit: limit + 1 },
        at,
      )
      return toPage(rows, limit, toBookingAnswer, ({ moment, id }) => encodeCursor(moment, id))
    },
  }),
  defineQuery({
    id: "readBooking",
    path: "/bookings/{id}",
    scope: "bookings:read",
    summary: "Une réservation, avec son prix tel qu’il a été convenu.",
    query: fields.NoQuery,
    answer: fields.Booking,
    isVersioned: true,
    async run({ id, at }) {
      return toBookingAnswer((id && (await findBooking(id, at))) || refuseUnknown())
    },
  }),
  defineQuery({
    id: "listCustomers",
    path: "/customers",
    scope: "customers:read",
    summary: "Les comptes, du plus ancien au plus récent.",
    query: fields.PageQuery,
    answer: fields.pageSchema(fields.Customer),
    async run({ query: { limit, cursor } }) {
      const position = cursor === undefined ? null : (decodePositionCursor(cursor) ?? refuseCursor())
      const rows = await listCustomersAfter({ cursor: position, limit: limit + 1 })
      return toPage(rows, limit, toCustomer, ({ moment, id }) => encodeCursor(moment, id))
    },
  }),
  defineQuery({
    id: "readCustomer",
    path: "/customers/{id}",
    scope: "customers:read",
    summary: "Un compte.",
    query: fields.NoQuery,
    answer: fields.Customer,
    async run({ id }) {
      return toCustomer((id && (await findCustomer(id))) || refuseUnknown())
    },
  }),
  defineQuery({
    id: "listPayments",
    path: "/payments",
    scope: "payments:read",
    summary: "Les paiements enregistrés, du plus ancien au plus récent.",
    query: fields.PaymentQuery,
    answer: fields.pageSchema(fields.Payment),
    async run({ query: { booking, limit, cursor } }) {
      const position = cursor === undefined ? null : (decodePositionCursor(cursor) ?? refuseCursor())
      const rows = await listPaymentsAfter(booking ?? null, { cursor: position, limit: limit + 1 })
      return toPage(rows, limit, toPayment, ({ moment, id }) => encodeCursor(moment, id))
    },
  }),
  defineQuery({
    id: "listEvents",
    path: "/events",
    scope: "events:read",
    summary:
      "Ce qui arrive aux réservations, dans un ordre qui ne change plus\u00a0: rien ne vient avant ce qui a été lu.",
    query: fields.EventQuery,
    answer: fields.EventPage,
    async run({ query: { limit, cursor } }) {
      const place = cursor === undefined ? 0 : (decodeNumberCursor(cursor) ?? refuseCursor())
      const rows = await listEventsAfter(place, limit + 1)
      const pageRows = rows.slice(0, limit)
      return {
        data: pageRows.map(toEvent),
        // An empty list has a position to continue from, too.
        nextCursor: encodeCursor(pageRows.at(-1)?.place ?? place),
        hasMore: rows.length > limit,
      }
    },
  }),
]

export const operations: readonly Operation[] = [...queries, ...acts]

/** One more row than needed was read, to detect a next page. */
function toPage<Row, Item>(rows: Row[], limit: number, toItem: (row: Row) => Item, place: (row: Row) => string) {
  const pageRows = rows.slice(0, limit)
  const last = pageRows.at(-1)
  return { data: pageRows.map(toItem), nextCursor: rows.length > limit && last ? place(last) : null }
}

function decodeCatalogueCursor(cursor: string): string | undefined {
  const id = Buffer.from(cursor, "base64url").toString("latin1")
  return fields.pathId.safeParse(id).success ? id : undefined
}

function toProduct(product: Awaited<ReturnType<typeof listActiveProducts>>[number]) {
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
    instantBooking: product.instantBooking,
    plans: product.plans.map(toPlan),
    parts: toParts(toBundleParts(product.parts)),
    url: canonicalUrl(href("/product/:id", { id: productKey(product) })),
  }
}

function toPlan(plan: RatePlan) {
  const { id, name, sentence, includes, weekdays, minimumNotice } = plan
  const terms = { id, name, sentence, includes: [...includes], weekdays: [...weekdays], minimumNotice }
  if (plan.kind === "day") {
    const { kind, steps, minimumDays, maximumDays } = plan
    return { kind, ...terms, steps: [...steps], minimumDays, maximumDays }
  }
  if (plan.kind === "fixed") return { kind: plan.kind, ...terms, days: plan.days, price: plan.price }
  const { kind, hours, price, startTimes, extraHourPrice, maximumExtraHours, setUpMinutes, takeDownMinutes } = plan
  return {
    kind,
    ...terms,
    hours,
    price,
    startTimes: [...startTimes],
    extraHourPrice,
    maximumExtraHours,
    setUpMinutes,
    takeDownMinutes,
  }
}

function toCustomer(customer: NonNullable<Awaited<ReturnType<typeof findCustomer>>>) {
  return {
    id: customer.id,
    name: customer.name,
    email: customer.email,
    isVerified: customer.isVerified,
    phone: customer.phone,
    street: customer.street,
    zipCode: customer.zipCode,
    city: customer.city,
    home: homeOf(customer),
    clientType: customer.clientType,
    businessName: customer.businessName,
    businessSiret: customer.businessSiret,
    isExample: customer.isExample,
    createdAt: customer.createdAt.toISOString(),
  }
}

function toEvent({ kind, at, bookingId, bookingNumber }: Awaited<ReturnType<typeof listEventsAfter>>[number]) {
  return {
    type: kind,
    at: at.toISOString(),
    bookingId,
    bookingNumber,
    url: canonicalUrl(`/api/v1/bookings/${bookingId}`),
  }
}

function toPayment(payment: Awaited<ReturnType<typeof listPaymentsAfter>>[number]) {
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
