import { data } from "react-router"
import { z } from "zod"
import type { Administrator } from "../../../../domain/accounts/party.ts"
import { monthToShow } from "../../../../domain/availability/months.ts"
import { rentalWindow } from "../../../../domain/availability/rentable-days.ts"
import { occupiesDays } from "../../../../domain/booking/status.ts"
import { optionField } from "../../../../domain/booking/choice.ts"
import { type Day, dayInParis, monthGrid } from "../../../../domain/day.ts"
import { isId } from "../../../../domain/id.ts"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import { editBooking, type EditProblem } from "../../../../server/bookings/edit.ts"
import { type BookingChange, calendarFor, proposeEdit } from "../../../../server/bookings/propose-edit.ts"
import { type BookingDetail, bookingDetail } from "../../../../server/booking-record/queries.ts"
import { bookingVersion, lastChange } from "../../../../server/bookings/booking-version.ts"
import { productWithOffers } from "../../../../server/catalog/queries.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { act } from "../../../http/forms.server.ts"
import type { PostedForm } from "../../../http/posted-form.server.ts"
import { choiceProblemText } from "../../../kit/booking-problems.server.ts"
import { bookingsHref, type BookingsUrl, type EditPart, editParts } from "../../kit/booking/bookings-url.ts"
import { SAVE } from "../../kit/booking/edit-intents.ts"
import { loadedForm } from "../../kit/edits.server.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { customerMailLabel } from "../../kit/customer-mail.server.ts"
import {
  daysView,
  deliveryDetail,
  distanceOf,
  MALFORMED_DATES,
  optionsView,
  type PostedOrder,
  postedOrder,
  withoutOption,
} from "../order/form.server.ts"
import type { BookingEditView } from "../order/view.ts"
import { changeMessage, editProblemMessage } from "../record/edit-messages.server.ts"
import { editConflict } from "./edit-conflict.server.ts"
import type { BookingRefusal } from "./view.ts"
import { readWhole } from "../../../../domain/whole-number.ts"
import { rentalDays, rentalLabel } from "../../../../domain/rental/rental.ts"

type Typed = PostedOrder & { ownText: string | null; notify: boolean }
type EditState = { view: BookingEditView; errors: Record<string, string> }

/** The form that changes a part of the open booking, as its address says; null when none is asked for. */
export async function readEdit(
  { booking: id, edit: part, days, month }: BookingsUrl,
  now: Date,
): Promise<BookingEditView | "closed" | null> {
  if (part === null || id === null) return null
  const stored = await storedEdit(id, part, now)
  return stored
    ? (await editView(stored, asStored(stored.booking, part === "dates" ? days : []), month, now)).view
    : "closed"
}

/** What is stored, with the days that a link asks for. */
function asStored(booking: BookingDetail, days: readonly Day[]): Typed {
  const options = booking.options.items.map(({ id, quantity }) => ({ optionId: id, quantity }))
  return {
    choice: { days: [...(days.length > 0 ? days : rentalDays(booking))], options, photoPacks: booking.photoPacks },
    place: { isDelivery: booking.isDelivery, address: booking.address, distance: "" },
    malformed: [],
    ownText: null,
    notify: true,
  }
}

/** A booking with what was typed, and what the server makes of it. */
async function editView(
  { booking, part, version }: StoredEdit,
  typed: Typed,
  month: BookingsUrl["month"],
  now: Date,
  /** Priced instead of the shown fields, where choices between two versions make them differ. */
  wanted: Typed = typed,
): Promise<EditState> {
  const { id, number, status, paymentStatus, productName, client } = booking
  const product = await productWithOffers(booking.productId)
  if (!product) throw new Error(`Booking ${id} has no product`)
  const { choice, place } = typed
  const shown = monthToShow(rentalWindow(product, dayInParis(now), "owner"), {
    asked: month,
    chosen: choice.days,
    own: rentalDays(booking),
  })
  const grid = monthGrid(shown.month)
  const change = changeOf(part, wanted)
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
    seen: version,
    madeAt: now.getTime(),
    clientName: client.name,
    client,
    days:
      part === "dates"
        ? daysView(
            await calendarFor(booking, { product, from: grid[0] as Day, to: grid.at(-1) as Day, at: now }),
            shown,
            choice.days,
            rentalDays(booking),
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
      delivery: deliveryDetail(after.after),
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
    refused: async ({ errors: { form: failed = "" }, ...typed }, { status }, form) => {
      const opened = await openedEdit(form.fields, now)
      if (!opened) return data({ ...typed, errors: { form: failed } }, { status })
      const state = await typedOver(opened, form, url, now)
      return answer({ ...state, errors: { form: failed, failure: failed } }, status)
    },
  })
}

type StoredEdit = { booking: BookingDetail; part: EditPart; version: number }

/** The booking whose part is changed, at which version; null when it is closed. */
async function storedEdit(id: string, part: EditPart, now: Date): Promise<StoredEdit | null> {
  // Read first: what is saved over this version cannot be over one that was not looked at.
  const version = isId(id) ? await bookingVersion(id) : 0
  const booking = await bookingDetail(id, now)
  return booking && occupiesDays(booking.status) ? { booking, part, version } : null
}

async function openedEdit(fields: URLSearchParams, now: Date): Promise<StoredEdit | null> {
  const part = editParts.find((each) => each === fields.get("partie"))
  return part ? storedEdit(fields.get("reservation") ?? "", part, now) : null
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

type TypedState = EditState & { wanted: Typed; isResolved: boolean }

/** Lays the typed values over the stored ones. */
async function typedOver(stored: StoredEdit, form: PostedForm, url: BookingsUrl, now: Date): Promise<TypedState> {
  const { booking, part, version } = stored
  const typed = typedIn(form.fields)
  const conflict = editConflict({
    part,
    typed,
    loaded: loadedForm(form),
    stored: booking,
    version,
    optionNames: part === "options" ? await optionNames(booking) : new Map(),
  })
  const wanted = { ...typed, ...conflict.wanted }
  const { view, errors } = await editView(stored, typed, url.month, now, wanted)
  const change = conflict.rows.length > 0 ? await lastChange(booking.id) : null
  const isMalformed = part === "dates" && typed.malformed.length > 0
  return {
    errors: isMalformed ? { ...errors, date: MALFORMED_DATES } : errors,
    isResolved: conflict.isResolved,
    wanted,
    view: {
      ...view,
      ...(isMalformed ? { proposal: null, problem: MALFORMED_DATES } : {}),
      seen: readWhole(form.fields.get("vu")) ?? 0,
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

async function optionNames({ productId, options }: BookingDetail): Promise<ReadonlyMap<string, string>> {
  const product = await productWithOffers(productId)
  return new Map([...(product?.offers ?? []), ...options.items].map(({ id, name }) => [id, name]))
}

async function answerEdit(actor: Administrator, form: PostedForm, url: BookingsUrl, now: Date) {
  const opened = await openedEdit(form.fields, now)
  if (!opened) {
    return redirectWith(
      { kind: "error", title: "Cette réservation ne se modifie plus", text: "Rien n’a été enregistré." },
      bookingsHref(url, { edit: null, days: [] }),
    )
  }
  const state = await typedOver(opened, form, url, now)
  if (form.intent === SAVE) return save(actor, opened, state, form, url, now)
  return answer(state, state.view.proposal ? 200 : 422)
}

async function save(
  actor: Administrator,
  opened: StoredEdit,
  state: TypedState,
  form: PostedForm,
  url: BookingsUrl,
  now: Date,
) {
  const { booking, part, version } = opened
  const { view, errors, wanted } = state
  if (!state.isResolved) return answer(state, 409)
  const change = changeOf(part, wanted)
  if (!change || !view.proposal)
    return answer({ view, errors: { ...errors, ...(view.problem ? { form: view.problem } : {}) } }, 409)
  if (Object.keys(errors).length > 0)
    return answer(
      { view, errors: { ...errors, form: "Une option se prend avec une autre\u00a0: rien n’a été enregistré." } },
      422,
    )
  const shownTotal = readWhole(form.fields.get("total-vu"))
  // Nothing is saved that was not shown before.
  if (shownTotal === null) return answer(state, 422)
  const { text } = view.proposal.message
  const saved = await editBooking(
    actor,
    booking.id,
    {
      change,
      seen: version,
      shownTotal,
      message: wanted.notify ? { text: wanted.ownText ?? text } : null,
    },
    now,
  )
  // Somebody was faster by a moment: the form meets what they have saved.
  if (!saved.ok && saved.error.kind === "stale") return answerStale(form, state, url, now)
  if (!saved.ok) {
    // Over what is stored now, with all that was chosen: what is sent next is taken as it then reads.
    const fresh = await editView(opened, wanted, url.month, now)
    return answer({ ...fresh, errors: { ...fresh.errors, form: editProblemMessage(saved.error, now) } }, 409)
  }
  const { number } = saved.value.booking
  if (saved.value.changed.length === 0) {
    return redirectWith(
      { kind: "success", title: "Rien à changer", text: `N°\u00a0${number}, ${rentalLabel(saved.value.booking)}.` },
      bookingsHref(url, { edit: null, days: [], booking: booking.id }),
    )
  }
  const mailed = wanted.notify ? ` ${await customerMailLabel(booking.id, "le message")}` : ""
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
  const again = await openedEdit(form.fields, now)
  if (again) return answer(await typedOver(again, form, url, now), 409)
  const stored = await bookingDetail(form.fields.get("reservation") ?? "", now)
  const closed = editProblemMessage(
    stored ? { kind: "not-editable", status: stored.status } : { kind: "not-found" },
    now,
  )
  return answer({ ...state, errors: { ...state.errors, form: closed } }, 409)
}

/** The form as it was sent, with what the server says of it. */
function answer({ view, errors }: EditState, status: number) {
  const refusal: BookingRefusal = { errors, values: {}, lists: {}, edit: view }
  return data(refusal, { status })
}
