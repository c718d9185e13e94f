import type { Booking } from "../../../server/booking-record/booking.ts"
import { createHash, randomUUID } from "node:crypto"
import type { Account } from "../../../domain/accounts/party.ts"
import { type BookingAddress, noAddress } from "../../../domain/booking/booking.ts"
import { occupiesDays } from "../../../domain/booking/status.ts"
import { isDay } from "../../../domain/day.ts"
import type { Id } from "../../../domain/id.ts"
import { bookingWith, customerWith, lockedBookingWith } from "../../../server/outside/api/read-on.ts"
import { type AnswerProblem, type AroundMove, moveBooking } from "../../../server/bookings/answer.ts"
import { type CompanyCancelProblem, cancelAsCompany } from "../../../server/bookings/cancel.ts"
import { quoteForAddress } from "../../../server/bookings/delivery-quote.ts"
import { type BookingOrder, quoteOrder } from "../../../server/bookings/place.ts"
import { placeForCustomer, placeForNewCustomer } from "../../../server/bookings/place-for-customer.ts"
import { type ProductForRent, productForRent } from "../../../server/catalog/queries.ts"
import type { Transaction } from "../../../server/platform/database.server.ts"
import type { Price } from "../../../domain/pricing/price.ts"
import type { Result } from "../../../domain/result.ts"
import { rentalDays } from "../../../domain/rental/rental.ts"
import * as fields from "./fields.ts"
import { ApiRefusal, type Asked, type Operation, refuseField, refuseUnknown, sending } from "./operation.ts"
import { problemOf } from "./problem.ts"
import { refusalOfMove, refusalOfOrder } from "./refusals.ts"

/** Nobody's account: what it holds stands in nobody's way. */
const nobody: Account = { id: "00000000-0000-0000-0000-000000000000", name: "" }

/** What is sent: a choice to be priced, and the acts on bookings. The verbs are those of the site and the back office. */
export const acts: readonly Operation[] = [
  sending({
    id: "quote",
    path: "/quotes",
    scope: "quotes:read",
    summary: "Le prix, la livraison et la disponibilité d’un choix. Rien n’est réservé ni gardé.",
    query: fields.NoQuery,
    body: fields.QuoteBody,
    answer: fields.Quote,
    async run({ body: { zipCode = "", street, city, seenBy, ...chosen }, at, language }) {
      await productChosen(chosen)
      const address = { ...noAddress, street, zipCode, city }
      const quote = chosen.isDelivery && zipCode !== "" ? await quoteForAddress(address, chosen.distanceKm) : null
      const worked = await quoteOrder(nobody, orderOf(chosen, address, null), {
        at,
        by: seenBy,
        unfinished: true,
        ...(quote && { delivery: { quote, shared: null } }),
      })
      const refusal = worked.ok ? null : refusalOfOrder(worked.error)
      if (refusal?.pointer) throw refusal
      return {
        isAvailable: worked.ok,
        refusal: refusal && {
          type: problemOf(refusal.kind, language).type,
          detail: refusal.detail?.[language] ?? problemOf(refusal.kind, language).detail,
          days: !worked.ok && "days" in worked.error ? worked.error.days : [],
        },
        delivery: quote && {
          state: quote.kind === "quoted" ? ("priced" as const) : quote.kind,
          distanceKm: quote.kind === "to-confirm" ? null : quote.distanceKm,
          fee: quote.kind === "quoted" ? quote.fee : null,
        },
        priceLines: worked.ok ? linesOf(worked.value.price) : [],
        total: worked.ok ? worked.value.price.total : null,
      }
    },
  }),
  sending({
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
    async run({ body: { customerId, customer, address, total, confirm, ...chosen }, at, by, keep }) {
      if ((customerId === undefined) === (customer === undefined))
        refuseField(
          "/body/customerId",
          "customerId ou customer, l’un des deux.",
          "customerId or customer, one of them.",
        )
      await productChosen(chosen)
      let made: BookingAnswer | null = null
      const after = async (tx: Transaction, { id }: Booking) => {
        made = bookingOf((await bookingWith(id, at, tx)) ?? refuseUnknown())
        await keep(tx, made)
      }
      const order = orderOf(chosen, address, total)
      const known = customerId === undefined ? null : await customerWith(customerId)
      if (customerId !== undefined && !known)
        refuseField("/body/customerId", "Aucun client n’a cet identifiant.", "No customer has this id.")
      const placed = known
        ? await placeForCustomer({ actor: by, account: known, order, confirm, after, at })
        : await placeForNewCustomer({
            actor: by,
            customer: { id: randomUUID(), name: "", email: "", phone: "", ...customer },
            order,
            confirm,
            after,
            at,
          })
      if (!placed.ok) throw refusalOfOrder(placed.error)
      return made ?? refuseUnknown()
    },
  }),
  sending({
    id: "confirmBooking",
    path: "/bookings/{id}/confirm",
    scope: "bookings:write",
    summary: "Confirme une demande\u00a0; son contrat part ensuite.",
    query: fields.NoQuery,
    body: fields.NothingBody,
    answer: fields.Booking,
    isVersioned: true,
    run: (asked) =>
      moved(asked, (id, around) =>
        moveBooking({ actor: asked.by, id, move: { from: "pending", to: "confirmed" }, at: asked.at, ...around }),
      ),
  }),
  sending({
    id: "refuseBooking",
    path: "/bookings/{id}/refuse",
    scope: "bookings:write",
    summary: "Refuse une demande\u00a0: ses jours sont libres, son client est prévenu.",
    query: fields.NoQuery,
    body: fields.RefuseBody,
    answer: fields.Booking,
    isVersioned: true,
    run: (asked) =>
      moved(asked, (id, around) =>
        moveBooking({
          actor: asked.by,
          id,
          move: { from: "pending", to: "refused", ...(asked.body.reason ? { reason: asked.body.reason } : {}) },
          at: asked.at,
          ...around,
        }),
      ),
  }),
  sending({
    id: "cancelBooking",
    path: "/bookings/{id}/cancel",
    scope: "bookings:write",
    summary:
      "Annule de votre fait une réservation qui attend ou qui est confirmée\u00a0: ses jours sont libres, son client est prévenu.",
    query: fields.NoQuery,
    body: fields.CancelBody,
    answer: fields.Booking,
    isVersioned: true,
    run: (asked) => {
      const { forceMajeure, reason, settlement } = asked.body
      const cancel = async (id: Id, around: AroundMove) => {
        const { status } = (await bookingWith(id, asked.at)) ?? refuseUnknown()
        // What is over already is refused by the verb, under the lock of the booking.
        const from = occupiesDays(status) ? status : "pending"
        return cancelAsCompany(asked.by, id, { from, forceMajeure, reason, shown: settlement }, asked.at, around)
      }
      return moved(asked, cancel, forceMajeure)
    },
  }),
]

type Chosen = {
  productId: Id
  days: readonly string[]
  options: readonly { id: Id; quantity: number }[]
  photoPacks: number
  isDelivery: boolean
  distanceKm: number | null
}

function orderOf(
  { productId, days, options, photoPacks, isDelivery, distanceKm }: Chosen,
  address: BookingAddress,
  shownTotal: number | null,
): BookingOrder {
  return {
    productId,
    days: days.filter(isDay),
    options: options.map(({ id, quantity }) => ({ optionId: id, quantity })),
    photoPacks,
    isDelivery,
    address,
    distanceKm,
    idempotencyKey: randomUUID(),
    shownTotal,
  }
}

/** The product, when what was chosen of it goes together: an option without its own would be left out of the price. */
async function productChosen({ productId, options }: Chosen): Promise<ProductForRent> {
  const product = await productForRent(productId)
  if (!product)
    return refuseField(
      "/body/productId",
      "Aucun produit en location n’a cet identifiant.",
      "No product for rent has this id.",
    )
  const lone = options.findIndex(({ id }) => {
    const parent = product.offers.find((offer) => offer.id === id)?.parentId
    return parent && !options.some((other) => other.id === parent)
  })
  if (lone !== -1)
    refuseField(
      `/body/options/${lone}`,
      "Cette option se prend avec celle dont elle dépend.",
      "This option needs its own.",
    )
  return product
}

/** One act on one booking: only from the state that the caller has seen, and answered with the state that it leads to. */
async function moved(
  { id, at, ifMatch, keep }: Asked<unknown, unknown>,
  act: (id: Id, around: AroundMove) => Promise<Result<unknown, AnswerProblem | CompanyCancelProblem>>,
  forceMajeure = false,
): Promise<BookingAnswer> {
  if (id === null) return refuseUnknown()
  let after: BookingAnswer | null = null
  const done = await act(id, {
    async before(tx) {
      const now = bookingOf((await lockedBookingWith(tx, id, at)) ?? refuseUnknown())
      if (ifMatch !== null && !matchesEtag(ifMatch, etagOf(JSON.stringify(now)))) throw new ApiRefusal("stale")
    },
    async after(tx) {
      after = bookingOf((await bookingWith(id, at, tx)) ?? refuseUnknown())
      await keep(tx, after)
    },
  })
  if (!done.ok) throw refusalOfMove(done.error, forceMajeure)
  return after ?? refuseUnknown()
}

/** Which state an answer is of, without the quotes. */
export function etagOf(body: string): string {
  return createHash("sha256").update(body).digest("base64url").slice(0, 22)
}

/**
 * Whether a header lists that ETag, or "*". One that was made weak on its way, by a proxy that compresses, is still of
 * the same state.
 */
export function matchesEtag(header: string, etag: string): boolean {
  return header.split(",").some((each) => ["*", `"${etag}"`, `W/"${etag}"`].includes(each.trim()))
}

function linesOf({ lines }: Price) {
  return lines.map(({ kind, label, amount }) => ({ kind, label, amount }))
}

type BookingAnswer = ReturnType<typeof bookingOf>

export function bookingOf(booking: NonNullable<Awaited<ReturnType<typeof bookingWith>>>) {
  return {
    id: booking.id,
    number: booking.number,
    status: booking.status,
    customerId: booking.customerId,
    product: { id: booking.productId, name: booking.productName },
    days: [...rentalDays(booking)],
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
    priceLines: linesOf(booking.price),
    total: booking.total,
    paymentStatus: booking.paymentStatus,
    createdAt: booking.createdAt.toISOString(),
    confirmedAt: booking.confirmedAt?.toISOString() ?? null,
    isExample: booking.isExample,
    isDemonstration: booking.isDemonstration,
  }
}
