import { data, redirect } from "react-router"
import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { displayedMonth } from "../../../../domain/availability/months.ts"
import { rentalWindow } from "../../../../domain/availability/rentable-days.ts"
import { occupiesDays } from "../../../../domain/booking/status.ts"
import { optionField, planFieldNames } from "../../../../domain/booking/choice.ts"
import { type Day, dayInParis } from "../../../../domain/day.ts"
import { planChoiceOf, planToMove } from "../../../../domain/pricing/rate-plan.ts"
import { type ProductId, isId } from "../../../../domain/id.ts"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import { editBooking, type EditProblem } from "../../../../server/bookings/edit.ts"
import { type BookingChange, readCalendarForRental, proposeEdit } from "../../../../server/bookings/propose-edit.ts"
import { type BookingDetail, readBookingDetail } from "../../../../server/booking-record/queries.ts"
import { readBookingVersion, findLastChange } from "../../../../server/bookings/booking-version.ts"
import { isAgreedRental } from "../../../../server/bookings/end-rental.ts"
import { readProductCalendar } from "../../../../server/availability/queries.ts"
import {
  type ProductForRent,
  listActiveProducts,
  readProductForRent,
  readProductWithOffers,
} from "../../../../server/catalog/queries.ts"
import { rentalEndHref } from "../../kit/booking/booking-url.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { act } from "../../../http/forms.server.ts"
import type { PostedForm } from "../../../http/posted-form.server.ts"
import { choiceProblemText } from "../../../kit/booking-problems.server.ts"
import { type BookingsUrl, type EditPart, SAVE, bookingsHref, editParts } from "../../kit/booking/bookings-url.ts"
import { parseLoadedForm } from "../../kit/edits.server.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { customerMailLabel } from "../../kit/customer-mail.server.ts"
import {
  calendarRange,
  daysView,
  fitChoice,
  planField,
  planOfOrder,
  planOptions,
  deliveryDetail,
  parseDistance,
  HOURS_TAKEN,
  MALFORMED_DATES,
  optionsView,
  type PostedOrder,
  parsePostedOrder,
  missingParentErrors,
} from "../order/form.server.ts"
import type { BookingEditView, OrderDaysView } from "../order/view.ts"
import { changeMessage, editProblemMessage } from "../record/edit-messages.server.ts"
import { type ComparedPart, editConflict } from "./edit-conflict.server.ts"
import type { BookingRefusal } from "./view.ts"
import { readPosition, readWholeNumber } from "../../../../domain/whole-number.ts"
import { bookedDatesLabel } from "../../../../domain/rental/rental-times.ts"
import { type Rental, rentalDays } from "../../../../domain/rental/rental.ts"

type PostedEdit = PostedOrder & {
  ownText: string | null
  notify: boolean
  withoutSupplement: boolean
  /** The product that the displayed days, options and price belong to. */
  displayedProduct: string | null
}
type EditState = { view: BookingEditView; errors: Record<string, string> }

/** null when no edit is open. */
export async function readEdit(
  { booking: id, edit: part, rental, rentedProduct, days, month }: BookingsUrl,
  now: Date,
): Promise<BookingEditView | "closed" | null> {
  if (part === null || id === null) return null
  const stored = await readStoredEdit(id, { part, rental, rentedProduct }, now)
  if (!stored) return "closed"
  if (part === "retirer" && (await isAgreedRental(stored.booking.id, stored.rental.position)))
    throw redirect(rentalEndHref(stored.booking.number, stored.rental.position, null))
  return (await editView({ stored, typed: toPostedEdit(stored, part === "dates" ? days : []), month, now })).view
}

function toPostedEdit({ booking, rental, added }: StoredEdit, days: readonly Day[]): PostedEdit {
  const options = added ? [] : rental.options.items.map(({ id, quantity }) => ({ optionId: id, quantity }))
  const photoPacks = added ? 0 : rental.photoPacks
  return {
    choice: {
      days: [...(days.length > 0 ? days : rentalDays(rental))],
      plan: added ? undefined : planChoiceOf(rental.plan),
      options,
      photoPacks,
    },
    place: { isDelivery: booking.isDelivery, address: booking.address, distance: "" },
    malformed: [],
    ownText: null,
    notify: true,
    withoutSupplement: false,
    displayedProduct: null,
  }
}

async function editView({
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
function toBookingChange(
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

export function editAct(actor: Staff, url: BookingsUrl, now: Date) {
  return act(z.object({ reservation: z.string().default("") }), (_, form) => answerEdit(actor, form, url, now), {
    log: "Error updating booking",
    details: ({ reservation }) => ({ booking: reservation }),
    failed: "La réservation n’a pas pu être modifiée. Rien n’a été enregistré\u00a0: réessayez dans un instant.",
    refused: async ({ errors: { form: failed = "" }, ...typed }, { status }, form) => {
      const current = await editFromForm(form.fields, now)
      if (!current) return data({ ...typed, errors: { form: failed } }, { status })
      const state = await mergeTyped(current, form, url, now)
      return answer({ ...state, errors: { form: failed, failure: failed } }, status)
    },
  })
}

type StoredEdit = {
  booking: BookingDetail
  part: EditPart
  version: number
  /** The first one when the form names none. */
  rental: Rental
  added: { products: readonly { id: ProductId; name: string }[]; product: ProductForRent | null } | null
}

type EditTarget = { part: EditPart; rental: number | null; rentedProduct: string | null }

/** null when the booking can no longer be edited, or the rental is gone. */
async function readStoredEdit(
  id: string,
  { part, rental: position, rentedProduct }: EditTarget,
  now: Date,
): Promise<StoredEdit | null> {
  // Reads the version before the booking, so a save can never overwrite a version that was not loaded.
  const version = isId(id) ? await readBookingVersion(id) : 0
  const booking = await readBookingDetail(id, now)
  if (!booking || !occupiesDays(booking.status)) return null
  const rental = position === null ? booking.rentals[0] : booking.rentals.find((each) => each.position === position)
  if (!rental) return null
  const isAdding = part === "ajouter" || part === "remplacer"
  const added = isAdding ? await readAddedProduct(part === "remplacer" ? rental.productId : null, rentedProduct) : null
  return { booking, part, version, rental, added }
}

async function readAddedProduct(replaced: ProductId | null, requested: string | null) {
  const products = (await listActiveProducts()).filter(({ id, plans }) => id !== replaced && plans.length > 0)
  const { id = "" } = products.find((product) => product.id === requested) ?? products[0] ?? {}
  return { products, product: await readProductForRent(id) }
}

async function editFromForm(fields: URLSearchParams, now: Date): Promise<StoredEdit | null> {
  const part = editParts.find((each) => each === fields.get("partie"))
  if (!part) return null
  const target = { part, rental: readPosition(fields.get("location")), rentedProduct: fields.get("louer") }
  return readStoredEdit(fields.get("reservation") ?? "", target, now)
}

function parsePostedEdit(fields: URLSearchParams): PostedEdit {
  const message = fields.get("message")?.trim() ?? ""
  const proposed = fields.get("message-propose")?.trim() ?? ""
  return {
    ...parsePostedOrder(fields),
    ownText: message !== "" && message !== proposed ? message : null,
    // A form that showed no message yet has no checkbox to clear.
    notify: !fields.has("message-propose") || fields.get("prevenir") === "oui",
    withoutSupplement: fields.get("sans-supplement") === "oui",
    displayedProduct: fields.get("produit-vu"),
  }
}

type ResolvedEditState = EditState & { resolved: PostedEdit; isResolved: boolean }

async function mergeTyped(
  stored: StoredEdit,
  form: PostedForm,
  url: BookingsUrl,
  now: Date,
): Promise<ResolvedEditState> {
  const { booking, part, version, rental } = stored
  const typed = fitEdit(stored, parsePostedEdit(form.fields))
  const compared = comparedParts.find((each) => each === part)
  const conflict = compared
    ? editConflict({
        part: compared,
        typed,
        loaded: parseLoadedForm(form),
        stored: booking,
        rental,
        version,
        optionNames: compared === "options" ? await optionNames(rental) : new Map(),
      })
    : { resolved: {}, rows: [], isResolved: true }
  const resolved = { ...typed, ...conflict.resolved }
  const { view, errors } = await editView({ stored, typed, resolved, month: url.month, now })
  const change = conflict.rows.length > 0 ? await findLastChange(booking.id) : null
  const isMalformed = view.days !== null && typed.malformed.length > 0
  return {
    errors: isMalformed ? { ...errors, date: MALFORMED_DATES } : errors,
    isResolved: conflict.isResolved,
    resolved,
    view: {
      ...view,
      ...(isMalformed ? { proposal: null, problem: MALFORMED_DATES } : {}),
      loadedVersion: readWholeNumber(form.fields.get("vu")) ?? 0,
      stale: change && {
        by: change.by,
        when: agoLabel(change.at, now),
        thing: "booking",
        version: String(version),
        changed: conflict.rows,
      },
    },
  }
}

const comparedParts = ["dates", "options", "adresse"] as const satisfies readonly ComparedPart[]

/** Keeps what this rental, or the product that is added, can have. */
function fitEdit({ part, rental, added }: StoredEdit, typed: PostedEdit): PostedEdit {
  if (part === "dates") return withChoice(typed, fitChoice(planToMove(rental.plan), typed.choice))
  const { product } = added ?? {}
  if (!product) return typed
  if (typed.displayedProduct === product.id) {
    const plan = planOfOrder(product, typed.choice)
    // A plan that is gone is refused, not replaced.
    return typed.choice.plan && typed.choice.plan.id !== plan.id
      ? typed
      : withChoice(typed, fitChoice(plan, typed.choice))
  }
  const options = typed.choice.options.filter(({ optionId }) => product.offers.some(({ id }) => id === optionId))
  const choice = { ...typed.choice, plan: undefined, options }
  return withChoice(typed, fitChoice(planOfOrder(product, choice), choice))
}

function withChoice(typed: PostedEdit, choice: PostedEdit["choice"]): PostedEdit {
  return { ...typed, choice }
}

async function optionNames({ productId, options }: Rental): Promise<ReadonlyMap<string, string>> {
  const product = await readProductWithOffers(productId)
  return new Map([...(product?.offers ?? []), ...options.items].map(({ id, name }) => [id, name]))
}

async function answerEdit(actor: Staff, form: PostedForm, url: BookingsUrl, now: Date) {
  const current = await editFromForm(form.fields, now)
  if (!current) {
    return redirectWith(
      { kind: "error", title: "Cette réservation ne se modifie plus", text: "Rien n’a été enregistré." },
      bookingsHref(url, { edit: null, days: [] }),
    )
  }
  const state = await mergeTyped(current, form, url, now)
  if (form.intent === SAVE) return save({ actor, current, state, form, url, now })
  return answer(state, state.view.proposal ? 200 : 422)
}

async function save({
  actor,
  current,
  state,
  form,
  url,
  now,
}: {
  actor: Staff
  current: StoredEdit
  state: ResolvedEditState
  form: PostedForm
  url: BookingsUrl
  now: Date
}) {
  const { booking, version, added } = current
  const { view, errors, resolved } = state
  if (!state.isResolved) return answer(state, 409)
  // After a change of product its days, options and price must be read first.
  if (added?.product && resolved.displayedProduct !== added.product.id)
    return answer({ view, errors: { ...errors, louer: productChanged(added.product) } }, 422)
  const change = toBookingChange(current, resolved)
  if (!change || !view.proposal)
    return answer({ view, errors: { ...errors, ...(view.problem ? { form: view.problem } : {}) } }, 409)
  if (Object.keys(errors).length > 0)
    return answer(
      { view, errors: { ...errors, form: "Une option se prend avec une autre\u00a0: rien n’a été enregistré." } },
      422,
    )
  const displayedTotal = readWholeNumber(form.fields.get("total-vu"))
  // A total that the owner has not read must not be saved.
  if (displayedTotal === null) return answer(state, 422)
  const { text } = view.proposal.message
  const saved = await editBooking({
    actor,
    id: booking.id,
    change,
    expectedVersion: version,
    expectedTotal: displayedTotal,
    message: resolved.notify ? { text: resolved.ownText ?? text } : null,
    at: now,
  })
  // Another save was faster, so the form is compared with that version.
  if (!saved.ok && saved.error.kind === "stale") return answerStale(form, state, url, now)
  if (!saved.ok) {
    // The choices stay over freshly read data, so the next submission matches what the owner reads.
    const fresh = await editView({ stored: current, typed: resolved, month: url.month, now })
    return answer({ ...fresh, errors: { ...fresh.errors, form: editProblemMessage(saved.error, now) } }, 409)
  }
  const { number } = saved.value.booking
  if (saved.value.changed.length === 0) {
    return redirectWith(
      {
        kind: "success",
        title: "Rien à changer",
        text: `N°\u00a0${number}, ${bookedDatesLabel(saved.value.booking)}.`,
      },
      bookingsHref(url, { edit: null, days: [], booking: booking.id }),
    )
  }
  const mailed = resolved.notify ? ` ${await customerMailLabel(booking.id, "le message")}` : ""
  return redirectWith(
    {
      kind: "success",
      title: "Réservation modifiée",
      text: `N°\u00a0${number}, ${bookedDatesLabel(saved.value.booking)}.${mailed}`,
    },
    bookingsHref(url, { edit: null, days: [], booking: booking.id }),
  )
}

function productChanged({ name }: ProductForRent): string {
  return `Voici les jours, les options et le prix de «\u00a0${name}\u00a0»\u00a0: relisez-les, puis enregistrez.`
}

async function answerStale(form: PostedForm, state: EditState, url: BookingsUrl, now: Date) {
  const current = await editFromForm(form.fields, now)
  if (current) return answer(await mergeTyped(current, form, url, now), 409)
  const stored = await readBookingDetail(form.fields.get("reservation") ?? "", now)
  const closed = editProblemMessage(
    stored ? { kind: "not-editable", status: stored.status } : { kind: "not-found" },
    now,
  )
  return answer({ ...state, errors: { ...state.errors, form: closed } }, 409)
}

function answer({ view, errors }: EditState, status: number) {
  const refusal: BookingRefusal = { errors, values: {}, lists: {}, edit: view }
  return data(refusal, { status })
}
