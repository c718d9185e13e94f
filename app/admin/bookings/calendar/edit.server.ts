import { monthToShow } from "../../../../domain/availability/months.ts"
import { rentalWindow } from "../../../../domain/availability/rentable-days.ts"
import { data } from "react-router"
import { z } from "zod"
import { act } from "../../../http/forms.server.ts"
import type { PostedForm } from "../../../http/posted-form.server.ts"
import type { BookingRefusal } from "./view.ts"
import { optionField } from "../../../../domain/booking/wizard.ts"
import { type Day, dayInParis, monthGrid } from "../../../../domain/day.ts"
import { daysLong } from "../../../../domain/day-labels.ts"
import { occupiesDays } from "../../../../domain/booking/status.ts"
import { type EditProblem, editBooking } from "../../../../server/bookings/edit.ts"
import { type BookingChange, calendarFor, proposeEdit } from "../../../../server/bookings/propose-edit.ts"
import { type BookingDetail, bookingDetail } from "../../../../server/bookings/queries.ts"
import { type Stale, bookingVersion, changeSince } from "../../../../server/bookings/version.ts"
import { productWithOffers } from "../../../../server/catalog/queries.ts"
import { canDeliverMail } from "../../../../server/mail/ledger.ts"
import { type BookingsUrl, type EditPart, bookingsHref, editParts } from "../../kit/booking/bookings-url.ts"
import { SAVE } from "../../kit/booking/edit-intents.ts"
import type { BookingEditView } from "../order/view.ts"
import { choiceProblemText } from "../../../kit/booking-problems.server.ts"
import { staleView } from "./edit-versions.server.ts"
import { changeMessage, editProblemMessage } from "../record/edit-messages.server.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { mailLabel } from "../../kit/mail-labels.ts"
import type { Administrator } from "../../../../domain/accounts/party.ts"
import {
  type PostedOrder,
  daysView,
  distanceOf,
  optionsView,
  postedOrder,
  withoutOption,
} from "../order/form.server.ts"

type Typed = PostedOrder & { ownText: string | null; notify: boolean }
type EditState = { view: BookingEditView; errors: Record<string, string> }

/** The form that changes a part of the open booking, as its address says; null when none is asked for. */
export async function readEdit(
  { booking: id, edit: part, days, month }: BookingsUrl,
  now: Date,
): Promise<BookingEditView | "closed" | null> {
  if (part === null || id === null) return null
  const booking = await bookingDetail(id, now)
  if (!booking || !occupiesDays(booking.status)) return "closed"
  return (await editView(booking, part, asItIs(booking, part === "dates" ? days : []), month, now)).view
}

/** What is stored, with the days that a link asks for. */
function asItIs(booking: BookingDetail, days: readonly Day[]): Typed {
  const options = booking.options.items.map(({ id, quantity }) => ({ optionId: id, quantity }))
  return {
    choice: { days: days.length > 0 ? [...days] : booking.dates, options, photoPacks: booking.photoPacks },
    place: { isDelivery: booking.isDelivery, address: booking.address, distance: "" },
    ownText: null,
    notify: true,
  }
}

/** A booking with what was typed, and what the server makes of it. */
async function editView(
  booking: BookingDetail,
  part: EditPart,
  typed: Typed,
  month: BookingsUrl["month"],
  now: Date,
): Promise<EditState> {
  const { id, number, status, paymentStatus, productName, client } = booking
  const product = await productWithOffers(booking.productId)
  if (!product) throw new Error(`Booking ${id} has no product`)
  const { choice, place } = typed
  const shown = monthToShow(rentalWindow(product, dayInParis(now), "owner"), {
    asked: month,
    chosen: choice.days,
    own: booking.dates,
  })
  const grid = monthGrid(shown.month)
  const seen = await bookingVersion(id)
  const change = changeOf(part, typed)
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
    seen,
    madeAt: now.getTime(),
    clientName: client.name,
    clientEmail: client.email,
    days:
      part === "dates"
        ? daysView(
            await calendarFor(booking, product, grid[0] as Day, grid.at(-1) as Day, now),
            shown,
            choice.days,
            booking.dates,
          )
        : null,
    options:
      part === "options"
        ? optionsView(product, booking.options.items, choice, booking.photoPacks > 0 ? booking : product)
        : null,
    place: part === "adresse" ? place : null,
    proposal: after && {
      price: after.price,
      photoPackQuantity: after.after.photoPackQuantity,
      changed: after.changed.length > 0,
      delivery: `${after.after.address.zipCode}, ${after.after.distance}\u00a0km aller-retour`,
      distanceKm: after.after.isDelivery && !after.after.distanceToConfirm ? after.after.distance : null,
      distanceToConfirm: after.after.isDelivery && after.after.distanceToConfirm,
      message: changeMessage(after, client.name),
    },
    problem: proposed && !proposed.ok ? editProblemMessage(proposed.error, now) : null,
    stale: null,
    ownText: typed.ownText,
    notify: typed.notify,
    canDeliverMail: canDeliverMail(),
  }
  return { view, errors: { ...errors, ...(view.options ? withoutOption(view.options) : {}) } }
}

/** Null when what was typed is no distance. One that is typed counts for whatever address; without, it is worked out. */
function changeOf(part: EditPart, { choice, place }: Typed): BookingChange | null {
  if (part === "dates") return { days: choice.days }
  if (part === "options") return { choice }
  const distanceKm = distanceOf(place.distance)
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

/** Shows what a change would make, or saves it. What was typed always comes back, with what the server makes of it. */
export function editAct(actor: Administrator, url: BookingsUrl, now: Date) {
  return act(z.object({ reservation: z.string().default("") }), (_, form) => answerEdit(actor, form, url, now), {
    log: "Error updating booking",
    details: ({ reservation }) => ({ booking: reservation }),
    failed: "La réservation n’a pas pu être modifiée. Rien n’a été enregistré\u00a0: réessayez dans un instant.",
    refused: async ({ errors: { form: failed = "" }, ...typed }, { status }, { fields }) => {
      const opened = await openedEdit(fields, now)
      if (!opened) return data({ ...typed, errors: { form: failed } }, { status })
      const state = await editView(opened.booking, opened.part, typedIn(fields), url.month, now)
      return answer({ ...state, errors: { form: failed, failure: failed } }, status)
    },
  })
}

/** The booking that the form changes, and which part of it; null when it is closed. */
async function openedEdit(
  fields: URLSearchParams,
  now: Date,
): Promise<{ booking: BookingDetail; part: EditPart } | null> {
  const booking = await bookingDetail(fields.get("reservation") ?? "", now)
  const part = editParts.find((each) => each === fields.get("partie"))
  return booking && part && occupiesDays(booking.status) ? { booking, part } : null
}

function typedIn(fields: URLSearchParams): Typed {
  const message = fields.get("message")?.trim() ?? ""
  const proposed = fields.get("message-propose")?.trim() ?? ""
  return {
    ...postedOrder(fields),
    ownText: message !== "" && message !== proposed ? message : null,
    // A form that showed no message yet has no box to untick.
    notify: !fields.has("message-propose") || fields.get("prevenir") === "oui",
  }
}

async function answerEdit(actor: Administrator, { intent, fields }: PostedForm, url: BookingsUrl, now: Date) {
  const opened = await openedEdit(fields, now)
  if (!opened) {
    return redirectWith(
      { kind: "error", title: "Cette réservation ne se modifie plus", text: "Rien n’a été enregistré." },
      bookingsHref(url, { edit: null, days: [] }),
    )
  }
  const { booking, part } = opened
  const typed = typedIn(fields)
  const state = await editView(booking, part, typed, url.month, now)
  if (intent === SAVE) return save(actor, booking, part, typed, state, fields, url, now)
  const seen = Number(fields.get("vu"))
  const stale = await changeSince(booking.id, seen)
  // What the form has seen stays what it was opened on: a calculation must not hide from the save what happened since.
  const view = { ...state.view, seen, stale: stale && staleView(stale, state.view, typed, booking, now) }
  return answer({ ...state, view }, view.proposal ? 200 : 422)
}

async function save(
  actor: Administrator,
  booking: BookingDetail,
  part: EditPart,
  typed: Typed,
  state: EditState,
  values: URLSearchParams,
  url: BookingsUrl,
  now: Date,
) {
  const { view, errors } = state
  const seen = Number(values.get("vu"))
  const stale = await changeSince(booking.id, seen)
  if (stale) return answerStale(stale, booking.id, part, typed, state, url, now)
  const change = changeOf(part, typed)
  if (!change || !view.proposal)
    return answer({ view, errors: { ...errors, ...(view.problem ? { form: view.problem } : {}) } }, 409)
  if (Object.keys(errors).length > 0)
    return answer(
      { view, errors: { ...errors, form: "Une option se prend avec une autre\u00a0: rien n’a été enregistré." } },
      422,
    )
  const shownTotal = Number(values.get("total-vu") ?? Number.NaN)
  // Nothing is saved that was not shown before.
  if (!Number.isSafeInteger(shownTotal)) return answer(state, 422)
  const { text } = view.proposal.message
  const saved = await editBooking(
    actor,
    booking.id,
    {
      change,
      seen,
      shownTotal,
      message: typed.notify ? { text: typed.ownText ?? text } : null,
    },
    now,
  )
  if (!saved.ok && saved.error.kind === "stale")
    return answerStale(saved.error, booking.id, part, typed, state, url, now)
  if (!saved.ok) {
    const again = await bookingDetail(booking.id, now)
    const fresh = again && occupiesDays(again.status) ? await editView(again, part, typed, url.month, now) : state
    return answer({ ...fresh, errors: { ...fresh.errors, form: editProblemMessage(saved.error, now) } }, 409)
  }
  const { number, dates } = saved.value.booking
  const mailed =
    typed.notify && saved.value.changed.length > 0
      ? ` ${mailLabel("le message", booking.client.email, canDeliverMail())}`
      : ""
  return redirectWith(
    { kind: "success", title: "Réservation modifiée", text: `N°\u00a0${number}, ${daysLong(dates)}.${mailed}` },
    bookingsHref(url, { edit: null, days: [], booking: booking.id }),
  )
}

/** 409 with both versions: saving once more, from a form that has seen them, takes what is typed. */
async function answerStale(
  stale: Stale,
  id: string,
  part: EditPart,
  typed: Typed,
  state: EditState,
  url: BookingsUrl,
  now: Date,
) {
  const stored = await bookingDetail(id, now)
  if (!stored || !occupiesDays(stored.status)) {
    const closed = editProblemMessage(
      stored ? { kind: "not-editable", status: stored.status } : { kind: "not-found" },
      now,
    )
    return answer({ ...state, errors: { ...state.errors, form: closed } }, 409)
  }
  const fresh = await editView(stored, part, typed, url.month, now)
  return answer({ ...fresh, view: { ...fresh.view, stale: staleView(stale, fresh.view, typed, stored, now) } }, 409)
}

/** The form as it was sent, with what the server says of it. */
function answer({ view, errors }: EditState, status: number) {
  const refusal: BookingRefusal = { errors, values: {}, lists: {}, edit: view }
  return data(refusal, { status })
}
