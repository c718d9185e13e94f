import { mailLabel } from "../../kit/mail-labels.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { type Id, type ProductId, type ProfileId, isId } from "../../../../domain/id.ts"
import { displayedMonth } from "../../../../domain/availability/months.ts"
import { rentalWindow } from "../../../../domain/availability/rentable-days.ts"
import { randomUUID } from "node:crypto"
import { data } from "react-router"
import { z } from "zod"
import { act } from "../../../http/forms.server.ts"
import type { PostedForm } from "../../../http/posted-form.server.ts"
import type { FormErrors, Refusal } from "../../../http/refusal.ts"
import { noAddress } from "../../../../domain/booking/booking.ts"
import { type Month, dayInParis, isDay, sortedDays } from "../../../../domain/day.ts"
import { readProductCalendar } from "../../../../server/availability/queries.ts"
import { readSavedAddress } from "../../../../server/bookings/draft.ts"
import { type BookingOrder, type PlaceProblem, quoteOrder } from "../../../../server/bookings/quote-order.ts"
import {
  type DistanceUnknown,
  placeForCustomer,
  placeForNewCustomer,
} from "../../../../server/bookings/place-for-customer.ts"
import type { CustomerProblem } from "../../../../server/accounts/customers/create-customer.ts"
import { type ProductForRent, listActiveProducts, readProductForRent } from "../../../../server/catalog/queries.ts"
import type { CustomerMatch } from "../../../../server/accounts/customers/find-customers.ts"
import { bookingsHref, emptyBookingsUrl } from "../../kit/booking/bookings-url.ts"
import type { NewBookingRefusal, NewBookingClient, NewBookingView } from "../order/view.ts"
import type { CustomerToCreate } from "../../../../server/accounts/customers/create-customer.ts"
import { parseNewCustomer, newCustomerProblems } from "../order/new-customer.server.ts"
import { readCompanyOrder } from "../../../kit/company-order.server.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import type { Staff } from "../../../../domain/accounts/party.ts"
import {
  type OrderParams,
  type OrderChoice,
  calendarRange,
  daysView,
  lacksStart,
  planOptions,
  deliveryDetail,
  parseDistance,
  optionsView,
  parsePostedOrder,
} from "../order/form.server.ts"
import {
  NOT_QUOTED,
  type PostedRental,
  dateProblem,
  distanceProblem,
  fieldProblems,
  fitOrder,
  ownerMessage,
  parentOptionErrors,
  placeProblemErrors,
  productChangedError,
  startProblem,
} from "../order/rental.server.ts"
import { homeOf } from "../../../../domain/booking/home.ts"
import { readCompanyProposal } from "../../../../server/accounts/customers/company-proposal.ts"
import { readProfile } from "../../../../server/accounts/customers/profiles.ts"
import { saveHome } from "../../../../server/contracts/save-home.ts"
import { HOME_TICK } from "../../../http/home-tick.ts"
import { readWholeNumber } from "../../../../domain/whole-number.ts"
import { bookedDatesLabel } from "../../../../domain/rental/rental-times.ts"

type PostedNewBooking = PostedRental & { key: Id; confirm: boolean; isHome: boolean }

function accountFor(client: NewBookingClient): { id: ProfileId; name: string } {
  return client.kind === "known" ? client.customer : client.draft
}

async function hasHome(client: NewBookingClient): Promise<boolean> {
  const profile = client.kind === "known" ? await readProfile(client.customer.id) : null
  return profile !== null && homeOf(profile) !== null
}

export async function newBookingView(
  client: NewBookingClient,
  params: OrderParams,
  typed: PostedNewBooking | null,
  now: Date,
): Promise<NewBookingView> {
  const products = (await listActiveProducts()).map(({ id, name }) => ({ id, name }))
  const product = await readProductForRent(params.product ?? products[0]?.id ?? "")
  const base = { client, products, product: product && { id: product.id, name: product.name } }
  if (!product) return { ...base, order: null }
  const order = typed ?? {
    choice: { days: sortedDays(params.days.filter(isDay)), options: [], photoPacks: 0 },
    place: { isDelivery: true, address: (await readSavedAddress(accountFor(client).id)) ?? noAddress, distance: "" },
    malformed: [],
    key: randomUUID(),
    confirm: true,
    isHome: false,
    displayedProduct: null,
  }
  return {
    ...base,
    order: await orderView({
      customer: accountFor(client),
      product,
      posted: order,
      month: params.month,
      homeTick: (await hasHome(client)) ? null : { isTicked: order.isHome },
      now,
    }),
  }
}

async function orderView({
  customer,
  product,
  posted,
  month,
  homeTick,
  now,
}: {
  customer: { id: ProfileId }
  product: ProductForRent
  posted: PostedNewBooking
  month: Month | null
  homeTick: NonNullable<NewBookingView["order"]>["homeTick"]
  now: Date
}): Promise<NewBookingView["order"]> {
  const fitted = fitOrder(product, posted)
  const { plan, typed } = fitted
  const { choice, place, key, confirm } = typed
  const visible = displayedMonth(rentalWindow(product, dayInParis(now), "owner"), {
    requested: month,
    chosen: choice.days,
  })
  const { from, to } = calendarRange(visible.month, choice.days.slice(0, 1), plan)
  const calendar = await readProductCalendar(product, from, to, {
    customerId: customer.id,
    at: now,
    by: "owner",
  })
  const distanceUnreadable = place.isDelivery && parseDistance(place.distance) === undefined
  const quote =
    fitted.problem !== null || choice.days.length === 0 || lacksStart(plan, choice)
      ? null
      : await quoteOrder(customer, toBookingOrder(product.id, typed, null), {
          at: now,
          by: "owner",
          unfinished: true,
          // An unreadable distance must not be replaced silently by one computed from the address.
          ...(distanceUnreadable && { delivery: NOT_QUOTED }),
        })
  const { row = null, price = null } = quote?.ok ? quote.value : {}
  return {
    days: { ...daysView(calendar, visible, { choice, plan }), plans: planOptions(product) },
    options: optionsView(product, [], choice, product),
    place,
    homeTick,
    company: await readCompanyProposal(customer.id),
    key,
    confirm,
    price,
    delivery: row ? deliveryDetail(row, { unreadable: distanceUnreadable }) : "",
    distanceKm: (row?.isDelivery && !row.distanceToConfirm ? row.distance : null) ?? null,
    distanceToConfirm: row?.distanceToConfirm ?? false,
    distanceUnreadable,
    isDeliveryPriced: !place.isDelivery || price?.lines.some(({ kind }) => kind === "delivery") === true,
    problem: fitted.problem ?? (quote && !quote.ok ? ownerMessage(quote.error) : null),
  }
}

function toBookingOrder(
  productId: ProductId,
  { choice, place, key }: PostedNewBooking,
  displayedTotal: number | null,
): BookingOrder {
  return {
    rentals: [{ productId, ...choice }],
    isDelivery: place.isDelivery,
    address: place.address,
    distanceKm: parseDistance(place.distance) ?? null,
    idempotencyKey: key,
    expectedTotal: displayedTotal,
  }
}

export function orderActs(actor: Staff, existingCustomer: CustomerMatch | null, params: OrderParams, now: Date) {
  const failure = {
    log: "Error creating booking",
    failed: "La réservation n’a pas pu être enregistrée. Réessayez dans un instant.",
    refused: ({ errors: { form: failed = "" } }: Refusal, { status }: { status: number }, { fields }: PostedForm) =>
      refuseWithForm({ form: failed, failure: failed }, status, fields),
  }
  return {
    calculer: act(
      z.object({}),
      async (_, { fields }) => {
        const typed = parseNewBooking(fields)
        const unreadable = { ...dateProblem(typed), ...distanceProblem(typed) }
        const errors = { ...parentOptionErrors(await findProduct(fields), typed), ...unreadable }
        return refuseWithForm(errors, Object.keys(unreadable).length > 0 ? 422 : 200, fields)
      },
      failure,
    ),
    creer: act(z.object({}), (_, { fields }) => placeFromForm(fields), failure),
  }

  async function placeFromForm(fields: URLSearchParams) {
    const typed = parseNewBooking(fields)
    const client = clientFrom(fields)
    const product = await findProduct(fields)
    const customerErrors = client.kind === "new" ? newCustomerProblems(client.draft) : {}
    const company = await readCompanyOrder(fields)
    const errors = {
      ...customerErrors,
      ...(company.ok ? {} : company.error),
      ...productChangedError(product, typed),
      ...fieldProblems(typed),
      ...startProblem(product, typed),
      ...parentOptionErrors(product, typed),
    }
    if (Object.keys(errors).length > 0) return refuseWithForm(errors, 422, fields)
    const displayedTotal = readWholeNumber(fields.get("total-vu"))
    // A total that the owner has not read must not be charged.
    if (displayedTotal === null)
      return refuseWithForm({ form: "Lisez le prix ci-dessous, puis enregistrez." }, 422, fields)
    if (!product) return refuseWithForm(problemErrors({ kind: "not-for-rent" }, typed.choice), 409, fields)
    const order = { ...toBookingOrder(product.id, typed, displayedTotal), company: company.ok ? company.value : null }
    const placed =
      client.kind === "known"
        ? await placeForCustomer({ actor, account: client.customer, order, confirm: typed.confirm, at: now })
        : await placeForNewCustomer({ actor, customer: client.draft, order, confirm: typed.confirm, at: now })
    if (!placed.ok) return refuseWithForm(problemErrors(placed.error, typed.choice), 409, fields)
    const { id, number, status, userId } = placed.value.booking
    const account = { id: userId, name: accountFor(client).name }
    if (typed.isHome) await saveHome({ party: { actor, account }, home: order.address, onlyIfUnknown: true, at: now })
    const title = status === "confirmed" ? "Réservation confirmée" : "Demande enregistrée"
    const summary = `N°\u00a0${number}, ${bookedDatesLabel(placed.value.booking)}`
    return redirectWith(
      { kind: "success", title, text: client.kind === "new" ? `${summary}. ${newcomerText(client.draft)}` : summary },
      bookingsHref(emptyBookingsUrl, { booking: id, product: product.id }),
    )
  }

  function clientFrom(fields: URLSearchParams): NewBookingClient {
    return existingCustomer
      ? { kind: "known", customer: existingCustomer }
      : { kind: "new", draft: parseNewCustomer(fields) }
  }

  /** The form's product overrides the URL: without JavaScript the URL still names the previous one. */
  function productFrom(fields: URLSearchParams): string | null {
    return fields.get("produit") || params.product
  }

  function findProduct(fields: URLSearchParams): Promise<ProductForRent | null> {
    return readProductForRent(productFrom(fields) ?? "")
  }

  async function refuseWithForm(errors: FormErrors, status: number, fields: URLSearchParams) {
    const nextParams = { ...params, product: productFrom(fields) }
    const refusal: NewBookingRefusal = {
      errors,
      values: Object.fromEntries(fields),
      lists: {},
      booking: await newBookingView(clientFrom(fields), nextParams, parseNewBooking(fields), now),
    }
    return data(refusal, { status })
  }
}

function parseNewBooking(fields: URLSearchParams): PostedNewBooking {
  const key = fields.get("cle") ?? ""
  return {
    ...parsePostedOrder(fields),
    key: isId(key) ? key : randomUUID(),
    confirm: fields.get("confirmer") === "oui",
    isHome: fields.get(HOME_TICK) === "oui",
    displayedProduct: fields.get("produit-vu"),
  }
}

function newcomerText({ email }: CustomerToCreate): string {
  return email === ""
    ? "Sans adresse e-mail, son contrat se signe sur papier ou sur place."
    : `${mailLabel("une invitation à choisir un mot de passe", email, canDeliverMail())} Son lien vaut sept jours.`
}

function problemErrors(
  problem: PlaceProblem | CustomerProblem | DistanceUnknown,
  choice: OrderChoice,
): Record<string, string> {
  switch (problem.kind) {
    case "distance-unknown":
      return {
        distance:
          "La distance n’a pas pu être calculée\u00a0: indiquez-la, ou décochez «\u00a0Confirmer tout de suite\u00a0» pour garder une demande.",
      }
    case "email-taken":
      return { email: `${problem.name} est déjà votre client avec cette adresse.`, known: problem.id }
    default:
      return placeProblemErrors(problem, choice)
  }
}
