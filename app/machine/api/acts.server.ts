import type { Booking } from "../../../server/booking-record/booking.ts"
import { randomUUID } from "node:crypto"
import { anonymousAccount } from "../../../domain/accounts/party.ts"
import { type BookingAddress, namePlace, noAddress } from "../../../domain/booking/booking.ts"
import { occupiesDays } from "../../../domain/booking/status.ts"
import { isDay } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import { findBooking, findCustomer } from "../../../server/outside/api/paged-lists.ts"
import { lockBooking } from "../../../server/booking-record/lock-booking.ts"
import { type AnswerProblem, type MoveHooks, moveBooking } from "../../../server/bookings/answer.ts"
import { type CompanyCancelProblem, cancelAsCompany } from "../../../server/bookings/cancel.ts"
import { quoteForAddress } from "../../../server/bookings/delivery-quote.ts"
import { type BookingOrder, quoteOrder } from "../../../server/bookings/quote-order.ts"
import { placeForCustomer, placeForNewCustomer } from "../../../server/bookings/place-for-customer.ts"
import { readProductForRent } from "../../../server/catalog/queries.ts"
import type { Transaction } from "../../../server/platform/database.server.ts"
import type { PlanChoice } from "../../../domain/pricing/rate-plan.ts"
import type { Result } from "../../../domain/result.ts"
import * as fields from "./fields.ts"
import {
  ApiRefusal,
  type OperationRequest,
  type Operation,
  refuseField,
  refuseUnknown,
  defineAct,
} from "./operation.ts"
import { toProblem } from "./problem.ts"
import { moveRefusal, orderRefusal } from "./refusals.ts"
import { bodyEtag, matchesEtag, toPriceLines, type BookingAnswer, toBookingAnswer } from "./booking-answer.server.ts"

export const acts: readonly Operation[] = [
  defineAct({
    id: "quote",
    path: "/quotes",
    scope: "quotes:read",
    summary: "Le prix, la livraison et la disponibilité d’un choix. Rien n’est réservé ni gardé.",
    query: fields.NoQuery,
    body: fields.QuoteBody,
    answer: fields.Quote,
    async run({ body: { zipCode = "", street, city, seenBy, ...chosen }, at, language }) {
      await requireProducts(chosen)
      const address = { ...noAddress, street, zipCode, city }
      const quote = chosen.isDelivery && zipCode !== "" ? await quoteForAddress(address, chosen.distanceKm) : null
      const result = await quoteOrder(anonymousAccount, toOrder(chosen, address, null), {
        at,
        by: seenBy,
        unfinished: true,
        ...(quote && { delivery: quote }),
      })
      const refusal = result.ok ? null : orderRefusal(result.error, refusedField(chosen))
      if (refusal?.pointer) throw refusal
      return {
        isAvailable: result.ok,
        refusal: refusal && {
          type: toProblem(refusal.kind, language).type,
          detail: refusal.detail?.[language] ?? toProblem(refusal.kind, language).detail,
          days: !result.ok && "days" in result.error ? result.error.days : [],
        },
        delivery: quote && {
          state: quote.kind === "quoted" ? ("priced" as const) : quote.kind,
          distanceKm: quote.kind === "to-confirm" ? null : quote.distanceKm,
          fee: quote.kind === "quoted" ? quote.fee : null,
        },
        priceLines: result.ok ? toPriceLines(result.value.price) : [],
        total: result.ok ? result.value.price.total : null,
      }
    },
  }),
  defineAct({
    id: "createBooking",
    path: "/bookings",
    scope: "bookings:write",
    summary:
      "Une réservation, comme par «\u00a0Nouvelle réservation\u00a0» du back-office\u00a0: mêmes règles, même prix.",
    query: fields.NoQuery,
    body: fields.BookingBody,
    answer: fields.Booking,
    status: 201,
    isVersioned: true,
    async run({ body: { customerId, customer, address, total, confirm, ...chosen }, at, by, storeResult }) {
      if ((customerId === undefined) === (customer === undefined))
        refuseField(
          "/body/customerId",
          "customerId ou customer, l’un des deux.",
          "customerId or customer, one of them.",
        )
      await requireProducts(chosen)
      let created: BookingAnswer | null = null
      const after = async (tx: Transaction, { id }: Booking) => {
        created = toBookingAnswer((await findBooking(id, at, tx)) ?? refuseUnknown())
        await storeResult(tx, created)
      }
      const order = toOrder(chosen, address, total)
      const existing = customerId === undefined ? null : await findCustomer(customerId)
      if (customerId !== undefined && !existing)
        refuseField("/body/customerId", "Aucun client n’a cet identifiant.", "No customer has this id.")
      const placed = existing
        ? await placeForCustomer({ actor: by, account: existing, order, confirm, afterPlacing: after, at })
        : await placeForNewCustomer({
            actor: by,
            customer: { id: randomUUID(), name: "", email: "", phone: "", ...customer },
            order,
            confirm,
            afterPlacing: after,
            at,
          })
      if (!placed.ok) throw orderRefusal(placed.error, refusedField(chosen))
      return created ?? refuseUnknown()
    },
  }),
  defineAct({
    id: "confirmBooking",
    path: "/bookings/{id}/confirm",
    scope: "bookings:write",
    summary: "Confirme une demande\u00a0; son contrat part ensuite.",
    query: fields.NoQuery,
    body: fields.NothingBody,
    answer: fields.Booking,
    isVersioned: true,
    run: (request) =>
      moveAndAnswer(request, (id, hooks) =>
        moveBooking({ actor: request.by, id, move: { from: "pending", to: "confirmed" }, at: request.at, ...hooks }),
      ),
  }),
  defineAct({
    id: "refuseBooking",
    path: "/bookings/{id}/refuse",
    scope: "bookings:write",
    summary: "Refuse une demande\u00a0: ses jours sont libres, son client est prévenu.",
    query: fields.NoQuery,
    body: fields.RefuseBody,
    answer: fields.Booking,
    isVersioned: true,
    run: (request) =>
      moveAndAnswer(request, (id, hooks) =>
        moveBooking({
          actor: request.by,
          id,
          move: { from: "pending", to: "refused", ...(request.body.reason ? { reason: request.body.reason } : {}) },
          at: request.at,
          ...hooks,
        }),
      ),
  }),
  defineAct({
    id: "cancelBooking",
    path: "/bookings/{id}/cancel",
    scope: "bookings:write",
    summary:
      "Annule de votre fait une réservation qui attend ou qui est confirmée\u00a0: ses jours sont libres, son client est prévenu.",
    query: fields.NoQuery,
    body: fields.CancelBody,
    answer: fields.Booking,
    isVersioned: true,
    run: (request) => {
      const { forceMajeure, reason, settlement } = request.body
      const cancel = async (id: Id, hooks: MoveHooks) => {
        const { status } = (await findBooking(id, request.at)) ?? refuseUnknown()
        // `cancelAsCompany` refuses a booking that is over, under its lock.
        const from = occupiesDays(status) ? status : "pending"
        return cancelAsCompany({
          actor: request.by,
          bookingId: id,
          from,
          forceMajeure,
          reason,
          expected: settlement,
          at: request.at,
          ...hooks,
        })
      }
      return moveAndAnswer(request, cancel, forceMajeure)
    },
  }),
]

type RentalChoice = {
  productId: Id
  days: readonly string[]
  plan: PlanChoice | null
  options: readonly { id: Id; quantity: number }[]
  photoPacks: number
}

type Choice = Omit<RentalChoice, "productId" | "days"> & {
  rentals?: readonly RentalChoice[] | undefined
  productId?: Id | undefined
  days?: readonly string[] | undefined
  isDelivery: boolean
  distanceKm: number | null
  promoCode: string | null
}

/** A body has rentals, or the fields of its only rental. */
function chosenRentals({ rentals, productId, days, plan, options, photoPacks }: Choice): readonly RentalChoice[] {
  const only = productId !== undefined && days !== undefined ? [{ productId, days, plan, options, photoPacks }] : null
  const hasOther =
    productId !== undefined || days !== undefined || plan !== null || options.length > 0 || photoPacks > 0
  if (rentals ? hasOther : !only)
    refuseField("/body/rentals", "rentals, ou productId et days.", "rentals, or productId and days.")
  return rentals ?? only ?? []
}

/** The verbs do not say which rental they refuse. */
function refusedField({ rentals }: Choice) {
  return (field: string) => (rentals ? "/body/rentals" : `/body/${field}`)
}

function toOrder(chosen: Choice, address: BookingAddress, expectedTotal: number | null): BookingOrder {
  return {
    rentals: chosenRentals(chosen).map(({ productId, days, plan, options, photoPacks }) => ({
      productId,
      days: days.filter(isDay),
      plan,
      options: options.map(({ id, quantity }) => ({ optionId: id, quantity })),
      photoPacks,
    })),
    isDelivery: chosen.isDelivery,
    address: namePlace(address, address.placeName),
    distanceKm: chosen.distanceKm,
    promoCode: chosen.promoCode,
    idempotencyKey: randomUUID(),
    expectedTotal,
  }
}

async function requireProducts(chosen: Choice): Promise<void> {
  for (const [index, rental] of chosenRentals(chosen).entries())
    await requireProduct(rental, chosen.rentals ? `/body/rentals/${index}` : "/body")
}

/** An option without its parent would be left out of the price. */
async function requireProduct({ productId, options }: RentalChoice, pointer: string): Promise<void> {
  const product = await readProductForRent(productId)
  if (!product)
    return refuseField(
      `${pointer}/productId`,
      "Aucun produit en location n’a cet identifiant.",
      "No product for rent has this id.",
    )
  const orphanIndex = options.findIndex(({ id }) => {
    const parent = product.offers.find((offer) => offer.id === id)?.parentId
    return parent && !options.some((other) => other.id === parent)
  })
  if (orphanIndex !== -1)
    refuseField(
      `${pointer}/options/${orphanIndex}`,
      "Cette option se prend avec celle dont elle dépend.",
      "This option needs its own.",
    )
}

/** Acts only on the state that the caller has seen (If-Match). */
async function moveAndAnswer(
  { id, at, ifMatch, storeResult }: OperationRequest<unknown, unknown>,
  act: (id: Id, hooks: MoveHooks) => Promise<Result<unknown, AnswerProblem | CompanyCancelProblem>>,
  forceMajeure = false,
): Promise<BookingAnswer> {
  if (id === null) return refuseUnknown()
  let after: BookingAnswer | null = null
  const result = await act(id, {
    async beforeMove(tx) {
      await lockBooking(tx, id)
      const current = toBookingAnswer((await findBooking(id, at, tx)) ?? refuseUnknown())
      if (ifMatch !== null && !matchesEtag(ifMatch, bodyEtag(JSON.stringify(current)))) throw new ApiRefusal("stale")
    },
    async afterMove(tx) {
      after = toBookingAnswer((await findBooking(id, at, tx)) ?? refuseUnknown())
      await storeResult(tx, after)
    },
  })
  if (!result.ok) throw moveRefusal(result.error, forceMajeure)
  return after ?? refuseUnknown()
}
