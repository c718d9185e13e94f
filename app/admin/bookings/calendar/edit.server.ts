import { data } from "react-router"
import { z } from "zod"
import type { Administrator } from "../../../../domain/accounts/party.ts"
import { displayedMonth } from "../../../../domain/availability/months.ts"
import { rentalWindow } from "../../../../domain/availability/rentable-days.ts"
import { occupiesDays } from "../../../../domain/booking/status.ts"
import { optionField } from "../../../../domain/booking/choice.ts"
import { type Day, dayInParis, monthGrid } from "../../../../domain/day.ts"
import { isId } from "../../../../domain/id.ts"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import { editBooking, type EditProblem } from "../../../../server/bookings/edit.ts"
import { type BookingChange, readCalendarForRental, proposeEdit } from "../../../../server/bookings/propose-edit.ts"
import { type BookingDetail, readBookingDetail } from "../../../../server/booking-record/queries.ts"
import { readBookingVersion, findLastChange } from "../../../../server/bookings/booking-version.ts"
import { readProductWithOffers } from "../../../../server/catalog/queries.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { act } from "../../../http/forms.server.ts"
import type { PostedForm } from "../../../http/posted-form.server.ts"
import { choiceProblemText } from "../../../kit/booking-problems.server.ts"
import { type BookingsUrl, type EditPart, SAVE, bookingsHref, editParts } from "../../kit/booking/bookings-url.ts"
import { parseLoadedForm } from "../../kit/edits.server.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { customerMailLabel } from "../../kit/customer-mail.server.ts"
import {
  daysView,
  deliveryDetail,
  parseDistance,
  MALFORMED_DATES,
  optionsView,
  type PostedOrder,
  parsePostedOrder,
  missingParentErrors,
} from "../order/form.server.ts"
import type { BookingEditView } from "../order/view.ts"
import { changeMessage, editProblemMessage } from "../record/edit-messages.server.ts"
import { editConflict } from "./edit-conflict.server.ts"
import type { BookingRefusal } from "./view.ts"
import { readWholeNumber } from "../../../../domain/whole-number.ts"
import { type Rental, rentalDays, rentalLabel } from "../../../../domain/rental/rental.ts"

type PostedEdit = PostedOrder & { ownText: string | null; notify: boolean }
type EditState = { view: BookingEditView; errors: Record<string, string> }

/** null when no edit is open. */
export async function readEdit(
  { booking: id, edit: part, days, month }: BookingsUrl,
  now: Date,
): Promise<BookingEditView | "closed" | null> {
  if (part === null || id === null) return null
  const stored = await storedEdit(id, part, now)
  return stored
    ? (await editView({ stored, typed: toPostedEdit(stored.booking, part === "dates" ? days : []), month, now })).view
    : "closed"
}

function toPostedEdit(booking: BookingDetail, days: readonly Day[]): PostedEdit {
  const rental = editedRental(booking)
  const options = rental.options.items.map(({ id, quantity }) => ({ optionId: id, quantity }))
  return {
    choice: { days: [...(days.length > 0 ? days : rentalDays(rental))], options, photoPacks: rental.photoPacks },
    place: { isDelivery: booking.isDelivery, address: booking.address, distance: "" },
    malformed: [],
    ownText: null,
    notify: true,
  }
}

async function editView({
  stored: { booking, part, version },
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
  const { id, number, status, paymentStatus, productName, client } = booking
  const rental = editedRental(booking)
  const product = await readProductWithOffers(rental.productId)
  if (!product) throw new Error(`Booking ${id} has no product`)
  const { choice, place } = typed
  const visible = displayedMonth(rentalWindow(product, dayInParis(now), "owner"), {
    requested: month,
    chosen: choice.days,
    own: rentalDays(rental),
  })
  const grid = monthGrid(visible.month)
  const change = toBookingChange(part, rental.position, resolved)
  const proposed = change && (await proposeEdit(id, change, now))
  const errors = change
    ? proposed && !proposed.ok
      ? fieldErrors(proposed.error)
      : {}
    : { distance: "Indiquez un nombre entier de kilomètres, par exemple 24." }
  const after = proposed?.ok ? proposed.value : null
  const view: BookingEditView = {
    id,
    number,
    status,
    paymentStatus,
    productName,
    part,
    loadedVersion: version,
    madeAt: now.getTime(),
    clientName: client.name,
    client,
    days:
      part === "dates"
        ? daysView(
            await readCalendarForRental(
              { booking, rental, product },
              { from: grid[0] as Day, to: grid.at(-1) as Day, at: now },
            ),
            visible,
            choice.days,
            rentalDays(rental),
          )
        : null,
    options:
      part === "options"
        ? optionsView(product, rental.options.items, choice, rental.photoPacks > 0 ? rental : product)
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
    problem: proposed && !proposed.ok ? editProblemMessage(proposed.error, now) : null,
    stale: null,
    ownText: typed.ownText,
    notify: typed.notify,
    canMail: canDeliverMail(),
  }
  return { view, errors: { ...errors, ...(view.options ? missingParentErrors(view.options) : {}) } }
}

function editedRental({ id, rentals: [first] }: BookingDetail): Rental {
  if (!first) throw new Error(`Booking ${id} has no rental`)
  return first
}

/** null when the typed distance is invalid. A typed distance applies to any address; without one it is computed. */
function toBookingChange(part: EditPart, position: number, { choice, place }: PostedEdit): BookingChange | null {
  if (part === "dates") return { rentals: [{ position, days: choice.days }] }
  if (part === "options") return { rentals: [{ position, choice }] }
  const distanceKm = parseDistance(place.distance)
  if (distanceKm === undefined) return null
  return { place: { ...place, distanceKm } }
}

function fieldErrors(problem: EditProblem): Record<string, string> {
  if (problem.kind === "no-days" || problem.kind === "too-many-days")
    return { date: editProblemMessage(problem, new Date()) }
  if (problem.kind !== "choice-refused") return {}
  const field = problem.problem.kind === "photo-packs-not-allowed" ? "packs" : optionField(problem.problem.optionId)
  return { [field]: choiceProblemText(problem.problem) }
}

export function editAct(actor: Administrator, url: BookingsUrl, now: Date) {
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

type StoredEdit = { booking: BookingDetail; part: EditPart; version: number }

/** null when the booking can no longer be edited. */
async function storedEdit(id: string, part: EditPart, now: Date): Promise<StoredEdit | null> {
  // Reads the version before the booking, so a save can never overwrite a version that was not loaded.
  const version = isId(id) ? await readBookingVersion(id) : 0
  const booking = await readBookingDetail(id, now)
  return booking && occupiesDays(booking.status) ? { booking, part, version } : null
}

async function editFromForm(fields: URLSearchParams, now: Date): Promise<StoredEdit | null> {
  const part = editParts.find((each) => each === fields.get("partie"))
  return part ? storedEdit(fields.get("reservation") ?? "", part, now) : null
}

function parsePostedEdit(fields: URLSearchParams): PostedEdit {
  const message = fields.get("message")?.trim() ?? ""
  const proposed = fields.get("message-propose")?.trim() ?? ""
  return {
    ...parsePostedOrder(fields),
    ownText: message !== "" && message !== proposed ? message : null,
    // A form that showed no message yet has no checkbox to clear.
    notify: !fields.has("message-propose") || fields.get("prevenir") === "oui",
  }
}

type ResolvedEditState = EditState & { resolved: PostedEdit; isResolved: boolean }

async function mergeTyped(
  stored: StoredEdit,
  form: PostedForm,
  url: BookingsUrl,
  now: Date,
): Promise<ResolvedEditState> {
  const { booking, part, version } = stored
  const typed = parsePostedEdit(form.fields)
  const conflict = editConflict({
    part,
    typed,
    loaded: parseLoadedForm(form),
    stored: booking,
    version,
    optionNames: part === "options" ? await optionNames(booking) : new Map(),
  })
  const resolved = { ...typed, ...conflict.resolved }
  const { view, errors } = await editView({ stored, typed, resolved, month: url.month, now })
  const change = conflict.rows.length > 0 ? await findLastChange(booking.id) : null
  const isMalformed = part === "dates" && typed.malformed.length > 0
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

async function optionNames(booking: BookingDetail): Promise<ReadonlyMap<string, string>> {
  const { productId, options } = editedRental(booking)
  const product = await readProductWithOffers(productId)
  return new Map([...(product?.offers ?? []), ...options.items].map(({ id, name }) => [id, name]))
}

async function answerEdit(actor: Administrator, form: PostedForm, url: BookingsUrl, now: Date) {
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
  actor: Administrator
  current: StoredEdit
  state: ResolvedEditState
  form: PostedForm
  url: BookingsUrl
  now: Date
}) {
  const { booking, part, version } = current
  const { view, errors, resolved } = state
  if (!state.isResolved) return answer(state, 409)
  const change = toBookingChange(part, editedRental(booking).position, resolved)
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
      { kind: "success", title: "Rien à changer", text: `N°\u00a0${number}, ${rentalLabel(saved.value.booking)}.` },
      bookingsHref(url, { edit: null, days: [], booking: booking.id }),
    )
  }
  const mailed = resolved.notify ? ` ${await customerMailLabel(booking.id, "le message")}` : ""
  return redirectWith(
    {
      kind: "success",
      title: "Réservation modifiée",
      text: `N°\u00a0${number}, ${rentalLabel(saved.value.booking)}.${mailed}`,
    },
    bookingsHref(url, { edit: null, days: [], booking: booking.id }),
  )
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
