import { isPrintable, unprintableText } from "../../../../domain/content/printable-text.ts"
import { mailLabel } from "../../kit/mail-labels.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { type Id, type ProductId, type ProfileId, isId } from "../../../../domain/id.ts"
import { DAYS_TAKEN } from "../../../../domain/availability/days-labels.ts"
import { monthToShow } from "../../../../domain/availability/months.ts"
import { rentalWindow } from "../../../../domain/availability/rentable-days.ts"
import { randomUUID } from "node:crypto"
import { data } from "react-router"
import { z } from "zod"
import { act } from "../../../http/forms.server.ts"
import type { PostedForm } from "../../../http/posted-form.server.ts"
import type { FormErrors, Refusal } from "../../../http/refusal.ts"
import { noAddress } from "../../../../domain/booking/booking.ts"
import { optionField } from "../../../../domain/booking/choice.ts"
import { type Day, type Month, dayInParis, isDay, monthGrid, sortedDays } from "../../../../domain/day.ts"
import { daysLong } from "../../../../domain/day-labels.ts"
import { productCalendar } from "../../../../server/availability/queries.ts"
import { savedAddress } from "../../../../server/bookings/draft.ts"
import { type BookingOrder, type PlaceProblem, quoteOrder } from "../../../../server/bookings/place.ts"
import {
  type DistanceUnknown,
  placeForCustomer,
  placeForNewCustomer,
} from "../../../../server/bookings/place-for-customer.ts"
import type { CustomerProblem } from "../../../../server/accounts/customers/create-for.ts"
import { type ProductForRent, activeProducts, productForRent } from "../../../../server/catalog/queries.ts"
import type { FoundCustomer } from "../../../../server/accounts/customers/find.ts"
import { bookingsHref, noBookingsUrl } from "../../kit/booking/bookings-url.ts"
import type { NewBookingRefusal, NewBookingView, NewCustomerView } from "../order/view.ts"
import { newCustomerIn, newCustomerProblems } from "./new-customer.server.ts"
import { choiceProblemText, placeProblemText } from "../../../kit/booking-problems.server.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import type { Administrator } from "../../../../domain/accounts/party.ts"
import {
  MALFORMED_DATES,
  type PostedOrder,
  daysView,
  deliveryDetail,
  distanceOf,
  optionsView,
  postedOrder,
  withoutOption,
} from "../order/form.server.ts"
import { readWhole } from "../../../../domain/whole-number.ts"

export type NewBookingPlace = { product: string | null; month: Month | null; days: readonly string[] }
/** Somebody known, or who is made with the booking; their id is theirs from then on. */
export type Client =
  | { kind: "known"; customer: FoundCustomer }
  | { kind: "new"; given: NewCustomerView & { id: ProfileId } }
/** `shownProduct`: whose days, options and price the form showed; null for one that nothing was chosen in yet. */
type Typed = PostedOrder & { key: Id; confirm: boolean; shownProduct: string | null }

function accountOf(client: Client): { id: ProfileId; name: string } {
  return client.kind === "known" ? client.customer : client.given
}

/** The form of an order for a client, with what was typed, and what the server makes of it. */
export async function newBookingView(
  client: Client,
  at: NewBookingPlace,
  typed: Typed | null,
  now: Date,
): Promise<NewBookingView> {
  const products = (await activeProducts()).map(({ id, name }) => ({ id, name }))
  const product = await productForRent(at.product ?? products[0]?.id ?? "")
  const shown = { client, products, product: product && { id: product.id, name: product.name } }
  if (!product) return { ...shown, order: null }
  const order = typed ?? {
    choice: { days: sortedDays(at.days.filter(isDay)), options: [], photoPacks: 0 },
    place: { isDelivery: true, address: (await savedAddress(accountOf(client).id)) ?? noAddress, distance: "" },
    malformed: [],
    key: randomUUID(),
    confirm: true,
    shownProduct: null,
  }
  return { ...shown, order: await orderView(accountOf(client), product, order, at.month, now) }
}

async function orderView(
  customer: { id: ProfileId },
  product: ProductForRent,
  given: Typed,
  month: Month | null,
  now: Date,
): Promise<NewBookingView["order"]> {
  const typed = forProduct(product, given)
  const { choice, place, key, confirm } = typed
  const shown = monthToShow(rentalWindow(product, dayInParis(now), "owner"), { asked: month, chosen: choice.days })
  const grid = monthGrid(shown.month)
  const calendar = await productCalendar(product, grid[0] as Day, grid.at(-1) as Day, {
    customerId: customer.id,
    at: now,
    by: "owner",
  })
  const distanceUnreadable = place.isDelivery && distanceOf(place.distance) === undefined
  const worked =
    choice.days.length === 0
      ? null
      : await quoteOrder(customer, orderOf(product.id, typed, null), {
          at: now,
          by: "owner",
          unfinished: true,
          // What was typed counts instead of the address, and cannot be read: no price may stand there as if it had been.
          ...(distanceUnreadable && { delivery: { quote: NOT_QUOTED, shared: null } }),
        })
  const { row = null, price = null } = worked?.ok ? worked.value : {}
  return {
    days: daysView(calendar, shown, choice.days),
    options: optionsView(product, [], choice, product),
    place,
    key,
    confirm,
    price,
    photoPackQuantity: product.photoPackQuantity,
    delivery: row ? deliveryDetail(row, { unreadable: distanceUnreadable }) : "",
    distanceKm: (row?.isDelivery && !row.distanceToConfirm ? row.distance : null) ?? null,
    distanceToConfirm: row?.distanceToConfirm ?? false,
    distanceUnreadable,
    placed: !place.isDelivery || price?.lines.some(({ kind }) => kind === "delivery") === true,
    problem: worked && !worked.ok ? ownerMessage(worked.error) : null,
  }
}

/** A delivery without a distance, to be confirmed. */
const NOT_QUOTED = { kind: "to-confirm", distanceKm: 0, fee: 0, precision: null } as const

/** Options of the product that was shown before cannot be taken with another. */
function forProduct({ id, offers }: ProductForRent, typed: Typed): Typed {
  if (typed.shownProduct === null || typed.shownProduct === id) return typed
  const options = typed.choice.options.filter(({ optionId }) => offers.some((offer) => offer.id === optionId))
  return { ...typed, choice: { ...typed.choice, options } }
}

function orderOf(productId: ProductId, { choice, place, key }: Typed, shownTotal: number | null): BookingOrder {
  return {
    productId,
    ...choice,
    isDelivery: place.isDelivery,
    address: place.address,
    distanceKm: distanceOf(place.distance) ?? null,
    idempotencyKey: key,
    shownTotal,
  }
}

/** Prices what was typed, or places it. What was typed always comes back, with what the server makes of it. */
export function orderActs(actor: Administrator, known: FoundCustomer | null, at: NewBookingPlace, now: Date) {
  const failure = {
    log: "Error creating booking",
    failed: "La réservation n’a pas pu être enregistrée. Réessayez dans un instant.",
    refused: ({ errors: { form: failed = "" } }: Refusal, { status }: { status: number }, { fields }: PostedForm) =>
      showAgain({ form: failed, failure: failed }, status, fields),
  }
  return {
    calculer: act(
      z.object({}),
      async (_, { fields }) => {
        const typed = typedIn(fields)
        const unreadable = { ...dateProblem(typed), ...distanceProblem(typed) }
        const errors = { ...apart(await ordered(fields), typed), ...unreadable }
        return showAgain(errors, Object.keys(unreadable).length > 0 ? 422 : 200, fields)
      },
      failure,
    ),
    creer: act(z.object({}), (_, { fields }) => place(fields), failure),
  }

  async function place(fields: URLSearchParams) {
    const typed = typedIn(fields)
    const client = clientIn(fields)
    const product = await ordered(fields)
    const unknown = client.kind === "new" ? newCustomerProblems(client.given) : {}
    const errors = {
      ...unknown,
      ...otherProduct(product, typed),
      ...fieldProblems(typed),
      ...apart(product, typed),
    }
    if (Object.keys(errors).length > 0) return showAgain(errors, 422, fields)
    const shownTotal = readWhole(fields.get("total-vu"))
    // Nothing is placed at a price that was not shown before.
    if (shownTotal === null) return showAgain({ form: "Lisez le prix ci-dessous, puis enregistrez." }, 422, fields)
    if (!product) return showAgain(problemErrors({ kind: "not-for-rent" }), 409, fields)
    const order = orderOf(product.id, typed, shownTotal)
    const placed =
      client.kind === "known"
        ? await placeForCustomer({ actor, account: client.customer, order, confirm: typed.confirm, at: now })
        : await placeForNewCustomer({ actor, customer: client.given, order, confirm: typed.confirm, at: now })
    if (!placed.ok) return showAgain(problemErrors(placed.error), 409, fields)
    const { id, number, dates, status } = placed.value.booking
    const title = status === "confirmed" ? "Réservation confirmée" : "Demande enregistrée"
    const what = `N°\u00a0${number}, ${daysLong(dates)}`
    return redirectWith(
      { kind: "success", title, text: client.kind === "new" ? `${what}. ${newcomerText(client.given)}` : what },
      bookingsHref(noBookingsUrl, { booking: id, product: product.id }),
    )
  }

  function clientIn(fields: URLSearchParams): Client {
    return known ? { kind: "known", customer: known } : { kind: "new", given: newCustomerIn(fields) }
  }

  /** What was chosen in the form, whatever its address still says: without a script choosing leaves the address as it is. */
  function productIn(fields: URLSearchParams): string | null {
    return fields.get("produit") || at.product
  }

  function ordered(fields: URLSearchParams): Promise<ProductForRent | null> {
    return productForRent(productIn(fields) ?? "")
  }

  async function showAgain(errors: FormErrors, status: number, fields: URLSearchParams) {
    const place = { ...at, product: productIn(fields) }
    const refusal: NewBookingRefusal = {
      errors,
      values: {},
      lists: {},
      booking: await newBookingView(clientIn(fields), place, typedIn(fields), now),
    }
    return data(refusal, { status })
  }
}

function typedIn(fields: URLSearchParams): Typed {
  const key = fields.get("cle") ?? ""
  return {
    ...postedOrder(fields),
    key: isId(key) ? key : randomUUID(),
    confirm: fields.get("confirmer") === "oui",
    shownProduct: fields.get("produit-vu"),
  }
}

/** What is wanted without what it goes with. */
function apart(product: ProductForRent | null, { choice }: Typed): FormErrors {
  return product ? withoutOption(optionsView(product, [], choice, product)) : {}
}

/** Nothing is placed of a product whose days, options and price were not shown before. */
function otherProduct(product: ProductForRent | null, { shownProduct }: Typed): FormErrors {
  if (!product || shownProduct === null || shownProduct === product.id) return {}
  return {
    produit: `Les jours, les options et le prix affichés étaient ceux d’un autre produit. Voici ceux de «\u00a0${product.name}\u00a0»\u00a0: relisez-les, puis enregistrez.`,
  }
}

function dateProblem({ malformed }: Pick<Typed, "malformed">): Record<string, string> {
  return malformed.length > 0 ? { date: MALFORMED_DATES } : {}
}

function distanceProblem({ place }: Pick<Typed, "place">): Record<string, string> {
  return distanceOf(place.distance) === undefined
    ? { distance: "Indiquez un nombre entier de kilomètres, par exemple 24." }
    : {}
}

function fieldProblems({ choice, place, malformed }: Typed): Record<string, string> {
  const { street, zipCode, city } = place.address
  return {
    ...(choice.days.length === 0 ? { date: "Veuillez sélectionner au moins une date" } : {}),
    ...dateProblem({ malformed }),
    ...(street === "" ? { street: "Indiquez le numéro et la rue" } : {}),
    ...(isPrintable(street) ? {} : { street: unprintableText(street) }),
    ...(/^\d{5}$/.test(zipCode)
      ? {}
      : { zipCode: zipCode === "" ? "Indiquez le code postal" : "Le code postal a 5 chiffres" }),
    ...(city === "" ? { city: "Indiquez la ville" } : {}),
    ...(isPrintable(city) ? {} : { city: unprintableText(city) }),
    ...distanceProblem({ place }),
  }
}

/** What the newcomer hears of it. */
function newcomerText({ email }: NewCustomerView): string {
  return email === ""
    ? "Sans adresse e-mail, son contrat se signe sur papier ou sur place."
    : `${mailLabel("une invitation à choisir un mot de passe", email, canDeliverMail())} Son lien vaut sept jours.`
}

function problemErrors(problem: PlaceProblem | CustomerProblem | DistanceUnknown): Record<string, string> {
  switch (problem.kind) {
    case "distance-unknown":
      return {
        distance:
          "La distance n’a pas pu être calculée\u00a0: indiquez-la, ou décochez «\u00a0Confirmer tout de suite\u00a0» pour garder une demande.",
      }
    case "email-taken":
      return { email: `${problem.name} est déjà votre client avec cette adresse.`, known: problem.id }
    case "days-taken":
    case "outside-window":
    case "no-days":
    case "too-many-days":
      return { date: ownerMessage(problem), form: ownerMessage(problem) }
    case "choice-refused": {
      const field = problem.problem.kind === "photo-packs-not-allowed" ? "packs" : optionField(problem.problem.optionId)
      return { [field]: choiceProblemText(problem.problem), form: choiceProblemText(problem.problem) }
    }
    default:
      return { form: ownerMessage(problem) }
  }
}

/** The customers' words, but for what speaks of "us". */
function ownerMessage(problem: PlaceProblem): string {
  if (problem.kind === "too-far")
    return `Trop loin\u00a0: ${problem.distanceKm}\u00a0km aller-retour, et vos livraisons vont jusqu’à ${problem.maximumKm}\u00a0km.`
  if (problem.kind === "days-taken" || problem.kind === "outside-window")
    return `${DAYS_TAKEN}\u00a0: ${daysLong(problem.days)}`
  return placeProblemText(problem)
}
