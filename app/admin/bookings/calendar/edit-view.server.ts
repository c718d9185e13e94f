import { displayedMonth } from "../../../../domain/availability/months.ts"
import { rentalWindow } from "../../../../domain/availability/rentable-days.ts"
import { optionField, planFieldNames } from "../../../../domain/booking/choice.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { planToMove } from "../../../../domain/pricing/rate-plan.ts"
import type { ProductId } from "../../../../domain/id.ts"
import type { EditProblem } from "../../../../server/bookings/edit.ts"
import { type BookingChange, readCalendarForRental, proposeEdit } from "../../../../server/bookings/propose-edit.ts"
import type { BookingDetail } from "../../../../server/booking-record/queries.ts"
import { readProductCalendar } from "../../../../server/availability/queries.ts"
import { type ProductForRent, readProductWithOffers } from "../../../../server/catalog/queries.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { choiceProblemText } from "../../../kit/booking-problems.server.ts"
import type { BookingsUrl, EditPart } from "../../kit/booking/bookings-url.ts"
import {
  calendarRange,
  daysView,
  planField,
  planOfOrder,
  planOptions,
  deliveryDetail,
  parseDistance,
  HOURS_TAKEN,
  optionsView,
  type PostedOrder,
  missingParentErrors,
} from "../order/form.server.ts"
import type { BookingEditView, OrderDaysView } from "../order/view.ts"
import { changeMessage, editProblemMessage } from "../record/edit-messages.server.ts"
import { type Rental, rentalDays } from "../../../../domain/rental/rental.ts"

export type PostedEdit = PostedOrder & {
  ownText: string | null
  notify: boolean
  withoutSupplement: boolean
  /** The product that the displayed days, options and price belong to. */
  displayedProduct: string | null
}

export type EditState = { view: BookingEditView; errors: Record<string, string> }

export async function editView({
  stored,
  typed,
  resolved = typed,
  month,
  now,
}: {
  stored: StoredEdit
  typed: PostedEdit
  /** Priced instead of the typed fields when a conflict was resolved in favour of the stored values. */
  resolved?: PostedEdit
  month: BookingsUrl["month"]
  now: Date
}): Promise<EditState> {
  const { booking, part, version, rental, added } = stored
  const { id, number, status, paymentStatus, client } = booking
  const { choice, place } = typed
  const change = toBookingChange(stored, resolved)
  const proposed = change && (await proposeEdit(id, change, now))
  const errors = change
    ? proposed && !proposed.ok
      ? fieldErrors(proposed.error, resolved.choice)
      : {}
    : added
      ? {}
      : { distance: "Indiquez un nombre entier de kilomètres, par exemple 24." }
  const after = proposed?.ok ? proposed.value : null
  const product = await editedProduct(stored)
  const view: BookingEditView = {
    id,
    number,
    status,
    paymentStatus,
    productName: part === "ajouter" || part === "adresse" ? booking.productName : rental.productName,
    part,
    rental: part === "ajouter" || part === "adresse" ? null : rental.position,
    added: added && {
      products: added.products.map(({ id: each, name }) => ({ id: each, name })),
      product: added.product && { id: added.product.id, name: added.product.name },
      withoutSupplement: part === "remplacer" ? typed.withoutSupplement : null,
    },
    loadedVersion: version,
    madeAt: now.getTime(),
    clientName: client.name,
    client,
    days: product && (part === "dates" || added) ? await editDays(stored, product, { choice, month, now }) : null,
    options:
      product && (part === "options" || added)
        ? optionsView(
            product,
            added ? [] : rental.options.items,
            choice,
            !added && rental.photoPacks > 0 ? rental : product,
          )
        : null,
    place: part === "adresse" ? place : null,
    proposal: after && {
      price: after.price,
      changed: after.changed.length > 0,
      delivery: deliveryDetail(after.after),
      distanceKm: after.after.isDelivery && !after.after.distanceToConfirm ? after.after.distance : null,
      distanceToConfirm: after.after.isDelivery && after.after.distanceToConfirm,
      message: changeMessage(after, client.name),
    },
    problem:
      added && !added.product
        ? "Aucun autre produit n’est à louer."
        : proposed && !proposed.ok
          ? editProblemMessage(proposed.error, now)
          : null,
    stale: null,
    ownText: typed.ownText,
    notify: typed.notify,
    canMail: canDeliverMail(),
  }
  return { view, errors: { ...errors, ...(view.options ? missingParentErrors(view.options) : {}) } }
}

function editedProduct({ part, rental, added }: StoredEdit): Promise<ProductForRent | null> | ProductForRent | null {
  if (added) return added.product
  return part === "dates" || part === "options" ? readProductWithOffers(rental.productId) : null
}

async function editDays(
  { booking, rental, added }: StoredEdit,
  product: ProductForRent,
  { choice, month, now }: { choice: PostedEdit["choice"]; month: BookingsUrl["month"]; now: Date },
): Promise<OrderDaysView> {
  const plan = added ? planOfOrder(product, choice) : planToMove(rental.plan)
  const own = added ? [] : rentalDays(rental)
  const visible = displayedMonth(rentalWindow(product, dayInParis(now), "owner"), {
    requested: month,
    chosen: choice.days,
    own,
  })
  const { from, to } = calendarRange(visible.month, choice.days.slice(0, 1), plan)
  const calendar = added
    ? await readProductCalendar(product, from, to, { customerId: booking.userId, at: now, by: "owner" })
    : await readCalendarForRental({ booking, rental, product }, { from, to, at: now })
  const view = daysView(calendar, visible, { choice, plan, own: plan.kind === "day" ? own : own.slice(0, 1) })
  return added ? { ...view, plans: planOptions(product) } : view
}

/** null when the typed distance is invalid, or nothing is for rent. An empty distance is computed. */
export function toBookingChange(
  { part, rental: { position }, added }: StoredEdit,
  { choice, place, withoutSupplement }: PostedEdit,
): BookingChange | null {
  switch (part) {
    case "dates":
      return { rentals: [{ position, days: choice.days, ...(choice.plan && { plan: choice.plan }) }] }
    case "options":
      return { rentals: [{ position, choice }] }
    case "retirer":
      return { removed: [position] }
    case "ajouter":
    case "remplacer": {
      if (!added?.product) return null
      const order = { productId: added.product.id, ...choice }
      return part === "ajouter" ? { added: [order] } : { removed: [position], added: [order], withoutSupplement }
    }
    case "adresse": {
      const distanceKm = parseDistance(place.distance)
      return distanceKm === undefined ? null : { place: { ...place, distanceKm } }
    }
  }
}

function fieldErrors(problem: EditProblem, { plan }: PostedEdit["choice"]): Record<string, string> {
  if (problem.kind === "days-taken" && plan?.startTime) return { [planFieldNames.start]: HOURS_TAKEN }
  if (problem.kind === "no-days" || problem.kind === "too-many-days")
    return { date: editProblemMessage(problem, new Date()) }
  if (problem.kind === "plan-refused") return { [planField(problem.problem)]: editProblemMessage(problem, new Date()) }
  if (problem.kind !== "choice-refused") return {}
  const field = problem.problem.kind === "photo-packs-not-allowed" ? "packs" : optionField(problem.problem.optionId)
  return { [field]: choiceProblemText(problem.problem) }
}

export type StoredEdit = {
  booking: BookingDetail
  part: EditPart
  version: number
  /** The first one when the form names none. */
  rental: Rental
  added: { products: readonly { id: ProductId; name: string }[]; product: ProductForRent | null } | null
}
