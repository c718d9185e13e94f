import { data } from "react-router"
import { z } from "zod"
import type { Administrator } from "../../../../domain/accounts/party.ts"
import { monthToShow } from "../../../../domain/availability/months.ts"
import { rentalWindow } from "../../../../domain/availability/rentable-days.ts"
import { occupiesDays } from "../../../../domain/booking/status.ts"
import { optionField } from "../../../../domain/booking/wizard.ts"
import { daysLong } from "../../../../domain/day-labels.ts"
import { type Day, dayInParis, monthGrid } from "../../../../domain/day.ts"
import { isId } from "../../../../domain/id.ts"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import { editBooking, type EditProblem } from "../../../../server/bookings/edit.ts"
import { type BookingChange, calendarFor, proposeEdit } from "../../../../server/bookings/propose-edit.ts"
import { type BookingDetail, bookingDetail } from "../../../../server/bookings/queries.ts"
import { bookingVersion, changeSince, type Stale } from "../../../../server/bookings/version.ts"
import { productWithOffers } from "../../../../server/catalog/queries.ts"
import { canDeliverMail } from "../../../../server/mail/ledger.ts"
import { act } from "../../../http/forms.server.ts"
import type { PostedForm } from "../../../http/posted-form.server.ts"
import { choiceProblemText } from "../../../kit/booking-problems.server.ts"
import { bookingsHref, type BookingsUrl, type EditPart, editParts } from "../../kit/booking/bookings-url.ts"
import { SAVE } from "../../kit/booking/edit-intents.ts"
import { type ChangedField, choicePrefix } from "../../kit/edit-refusal.ts"
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
import type { BookingEditView, StaleEditView } from "../order/view.ts"
import { changeMessage, editProblemMessage } from "../record/edit-messages.server.ts"
import { eventSentence } from "../record/event-sentences.ts"
import { beforeField, type MergedEdit, mergedEdit, openedEditIn } from "./edit-merge.server.ts"
import type { BookingRefusal } from "./view.ts"
import { readWhole } from "../../../../domain/whole-number.ts"

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
    choice: { days: days.length > 0 ? [...days] : booking.dates, options, photoPacks: booking.photoPacks },
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
  /** What is worked out, where it is not what the fields show: with what was chosen for fields that two people changed. */
  wanted: Typed = typed,
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
    before: beforeField(part, booking),
    madeAt: now.getTime(),
    clientName: client.name,
    client,
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
    refused: async ({ errors: { form: failed = "" }, ...typed }, { status }, { fields }) => {
      const opened = await openedEdit(fields, now)
      if (!opened) return data({ ...typed, errors: { form: failed } }, { status })
      const state = await mergeTyped(opened, fields, url, now)
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

type MergedState = EditState & { merged: MergedEdit; wanted: Typed }

/** What is typed, over what is stored by now: merged with what somebody else changed since the form was opened. */
async function mergeTyped(
  stored: StoredEdit,
  fields: URLSearchParams,
  url: BookingsUrl,
  now: Date,
): Promise<MergedState> {
  const { booking, part, version } = stored
  const typed = typedIn(fields)
  const opened = openedEditIn(fields)
  const names = opened.seen === version || part !== "options" ? new Map() : await optionNames(booking)
  const merged = mergedEdit(part, typed, opened, booking, version, names)
  const wanted = { ...typed, ...merged.wanted }
  const { view, errors } = await editView(stored, { ...typed, ...merged.shown }, url.month, now, wanted)
  const change = merged.asked.length > 0 ? await changeSince(booking.id, opened.seen) : null
  const isMalformed = part === "dates" && typed.malformed.length > 0
  return {
    errors: isMalformed ? { ...errors, date: MALFORMED_DATES } : errors,
    merged,
    wanted,
    view: {
      ...view,
      ...(isMalformed ? { proposal: null, problem: MALFORMED_DATES } : {}),
      // While a choice is open the form stays over what it was opened on.
      ...(merged.asked.length > 0 ? { seen: opened.seen, before: fields.get("avant") ?? "" } : {}),
      stale: change && staleView(change, merged.asked, version, now),
    },
  }
}

async function optionNames({ productId, options }: BookingDetail): Promise<ReadonlyMap<string, string>> {
  const product = await productWithOffers(productId)
  return new Map([...(product?.offers ?? []), ...options.items].map(({ id, name }) => [id, name]))
}

async function answerEdit(actor: Administrator, { intent, fields }: PostedForm, url: BookingsUrl, now: Date) {
  const opened = await openedEdit(fields, now)
  if (!opened) {
    return redirectWith(
      { kind: "error", title: "Cette réservation ne se modifie plus", text: "Rien n’a été enregistré." },
      bookingsHref(url, { edit: null, days: [] }),
    )
  }
  const state = await mergeTyped(opened, fields, url, now)
  if (intent === SAVE) return save(actor, opened, state, fields, url, now)
  const { view, merged } = state
  // A calculation must not hide from the save that follows what happened since the form was opened.
  const kept = { ...view, seen: readWhole(fields.get("vu")) ?? 0, before: fields.get("avant") ?? "" }
  return answer({ ...state, view: merged.asked.length > 0 ? view : kept }, view.proposal ? 200 : 422)
}

async function save(
  actor: Administrator,
  opened: StoredEdit,
  state: MergedState,
  values: URLSearchParams,
  url: BookingsUrl,
  now: Date,
) {
  const { booking, part, version } = opened
  const { view, errors, merged, wanted } = state
  if (merged.open.length > 0)
    return answer({ view, errors: { ...errors, ...unresolvedConflicts(merged, values, version) } }, 409)
  const answeredSince = merged.answeredSince !== null && values.get("lu") !== String(version)
  if (answeredSince) {
    const change = await changeSince(booking.id, readWhole(values.get("vu")) ?? 0)
    return answer({ errors, view: { ...view, stale: change && staleView(change, merged.asked, version, now) } }, 409)
  }
  const change = changeOf(part, wanted)
  if (!change || !view.proposal)
    return answer({ view, errors: { ...errors, ...(view.problem ? { form: view.problem } : {}) } }, 409)
  if (Object.keys(errors).length > 0)
    return answer(
      { view, errors: { ...errors, form: "Une option se prend avec une autre\u00a0: rien n’a été enregistré." } },
      422,
    )
  const shownTotal = readWhole(values.get("total-vu"))
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
  if (!saved.ok && saved.error.kind === "stale") return answerStale(values, state, url, now)
  if (!saved.ok) {
    // Over what is stored now, with all that was chosen: what is sent next is taken as it then reads.
    const fresh = await editView(opened, wanted, url.month, now)
    return answer({ ...fresh, errors: { ...fresh.errors, form: editProblemMessage(saved.error, now) } }, 409)
  }
  const { number, dates } = saved.value.booking
  if (saved.value.changed.length === 0) {
    return redirectWith(
      { kind: "success", title: "Rien à changer", text: `N°\u00a0${number}, ${daysLong(dates)}.` },
      bookingsHref(url, { edit: null, days: [], booking: booking.id }),
    )
  }
  const mailed = wanted.notify ? ` ${await customerMailLabel(booking.id, "le message")}` : ""
  return redirectWith(
    { kind: "success", title: "Réservation modifiée", text: `N°\u00a0${number}, ${daysLong(dates)}.${mailed}` },
    bookingsHref(url, { edit: null, days: [], booking: booking.id }),
  )
}

/** For each field that both changed and that was asked for already: what is missing. */
function unresolvedConflicts({ open }: MergedEdit, values: URLSearchParams, version: number): Record<string, string> {
  if (values.get("lu") !== String(version)) return {}
  return Object.fromEntries(open.map((name) => [choicePrefix + name, "Choisissez ce qui est gardé."]))
}

async function answerStale(values: URLSearchParams, state: EditState, url: BookingsUrl, now: Date) {
  const again = await openedEdit(values, now)
  if (again) return answer(await mergeTyped(again, values, url, now), 409)
  const stored = await bookingDetail(values.get("reservation") ?? "", now)
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

/**
 * What another administrator did to the booking since the form was opened, and the fields that both changed; none where
 * it only has to be read. `version` is what stands now: choices are made over it.
 */
function staleView(
  { by, at, action, actorKind, details }: Stale,
  asked: readonly ChangedField[],
  version: number,
  now: Date,
): StaleEditView {
  return {
    sentence: eventSentence({ at, action, actorKind, actorName: by, details }),
    when: agoLabel(at, now),
    version,
    changed: asked,
  }
}
