import { data, redirect } from "react-router"
import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { occupiesDays } from "../../../../domain/booking/status.ts"
import type { Day } from "../../../../domain/day.ts"
import { planChoiceOf, planToMove } from "../../../../domain/pricing/rate-plan.ts"
import { type ProductId, isId } from "../../../../domain/id.ts"
import { agoLabel } from "../../../../isomorphic/text/relative-time.ts"
import { editBooking } from "../../../../server/bookings/edit.ts"
import { readBookingDetail } from "../../../../server/booking-record/queries.ts"
import { readBookingVersion, findLastChange } from "../../../../server/bookings/booking-version.ts"
import { isAgreedRental } from "../../../../server/bookings/end-rental.ts"
import {
  type ProductForRent,
  listActiveProducts,
  readProductForRent,
  readProductWithOffers,
} from "../../../../server/catalog/queries.ts"
import { rentalEndHref } from "../../kit/booking/booking-url.ts"
import { act } from "../../../http/forms.server.ts"
import type { PostedForm } from "../../../http/posted-form.server.ts"
import { type BookingsUrl, type EditPart, SAVE, bookingsHref, editParts } from "../../kit/booking/bookings-url.ts"
import { parseLoadedForm } from "../../kit/edits.server.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { customerMailLabel } from "../../kit/customer-mail.server.ts"
import { fitChoice, parsePostedOrder, planOfOrder, MALFORMED_DATES } from "../order/form.server.ts"
import type { BookingEditView } from "../order/view.ts"
import { editProblemMessage } from "../record/edit-messages.server.ts"
import { type ComparedPart, editConflict } from "./edit-conflict.server.ts"
import type { BookingRefusal } from "./view.ts"
import { readPosition, readWholeNumber } from "../../../../domain/whole-number.ts"
import { bookedDatesLabel } from "../../../../domain/rental/rental-times.ts"
import { type Rental, rentalDays } from "../../../../domain/rental/rental.ts"
import { type PostedEdit, type EditState, editView, toBookingChange, type StoredEdit } from "./edit-view.server.ts"

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
