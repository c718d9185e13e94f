import { randomUUID } from "node:crypto"
import { data } from "react-router"
import { z } from "zod"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { normalizeEmail } from "../../../../domain/accounts/email.ts"
import { noAddress } from "../../../../domain/booking/booking.ts"
import { displayedMonth } from "../../../../domain/availability/months.ts"
import { rentalWindow } from "../../../../domain/availability/rentable-days.ts"
import { type Day, type Month, dayInParis, isDay, sortedDays } from "../../../../domain/day.ts"
import { type Id, type ProfileId, type QuoteId, readId } from "../../../../domain/id.ts"
import { normalizeCode } from "../../../../domain/pricing/code-terms.ts"
import { planChoiceOf } from "../../../../domain/pricing/rate-plan.ts"
import { datesOrHoursLabel, withPlanName } from "../../../../domain/rental/rental-times.ts"
import type { Rental } from "../../../../domain/rental/rental.ts"
import { readWholeNumber } from "../../../../domain/whole-number.ts"
import { findCustomers } from "../../../../server/accounts/customers/find-customers.ts"
import { readProductCalendar } from "../../../../server/availability/queries.ts"
import { readSavedAddress } from "../../../../server/bookings/draft.ts"
import { type ProductForRent, listActiveProducts, readProductForRent } from "../../../../server/catalog/queries.ts"
import { type QuoteDraft, createQuote, editDraft } from "../../../../server/quotes/draft-quote.ts"
import { priceQuote } from "../../../../server/quotes/price-quote.ts"
import type { QuoteRow } from "../../../../server/quotes/quote-rows.ts"
import { readFinanceSettings } from "../../../../server/shop/settings/queries.ts"
import { act } from "../../../http/forms.server.ts"
import type { PostedForm } from "../../../http/posted-form.server.ts"
import type { FormErrors, Refusal } from "../../../http/refusal.ts"
import {
  type OrderChoice,
  calendarRange,
  daysView,
  deliveryDetail,
  lacksStart,
  optionsView,
  parseDistance,
  parsePostedOrder,
  planOptions,
} from "../../bookings/order/form.server.ts"
import { newCustomerProblems, parseNewCustomer } from "../../bookings/order/new-customer.server.ts"
import {
  NOT_QUOTED,
  type PostedRental,
  dateProblem,
  distanceProblem,
  fieldProblems,
  fitOrder,
  parentOptionErrors,
  placeProblemErrors,
  productChangedError,
  startProblem,
} from "../../bookings/order/rental.server.ts"
import type { NewBookingClient } from "../../bookings/order/view.ts"
import { redirectWith } from "../../kit/flash.server.ts"
import { NEW_RENTAL, type QuoteOrigin, editQuoteHref, quoteHref } from "../../kit/quotes/quotes-url.ts"
import type { QuoteContent } from "./content.server.ts"
import { parseTerms, readLines, readTerms, termsErrors } from "./terms.server.ts"
import { draftProblemErrors, draftProblemText } from "./problems.server.ts"
import type { QuoteFormRefusal, QuoteFormView, QuoteTermsView } from "./view.ts"

export type EditedQuote = {
  client: NewBookingClient
  /** null for a new quote. */
  quote: QuoteRow | null
  content: QuoteContent
  /** Instant of the edited version; empty for a new quote. */
  loadedVersion: string
  /** A position, or "nouvelle". */
  rental: string
  origin: QuoteOrigin & { copied: QuoteRow | null }
  product: string | null
  month: Month | null
  days: readonly string[]
  isReaderFixed: boolean
}

type PostedQuote = PostedRental & QuoteTermsView & { key: QuoteId; loadedVersion: string }

function findRental({ content, rental }: EditedQuote): Rental | null {
  return content.rentals.find(({ position }) => String(position) === rental) ?? null
}

function listOthers({ content, rental }: EditedQuote): Rental[] {
  return content.rentals.filter(({ position }) => String(position) !== rental)
}

function positionOf(edited: EditedQuote): number {
  const positions = edited.content.rentals.map(({ position }) => position)
  return findRental(edited)?.position ?? Math.max(0, ...positions) + 1
}

function customerIdOf({ client }: EditedQuote): ProfileId {
  return client.kind === "known" ? client.customer.id : client.draft.id
}

export async function quoteFormView(edited: EditedQuote, typed: PostedQuote | null, now: Date): Promise<QuoteFormView> {
  const products = (await listActiveProducts()).map(({ id, name }) => ({ id, name }))
  const stored = findRental(edited)
  const product = await readProductForRent(edited.product ?? stored?.productId ?? products[0]?.id ?? "")
  const { lead = null, copy = null } = edited.origin
  return {
    number: edited.quote?.number ?? null,
    rental: edited.rental,
    origin: { lead, copy },
    client: edited.client,
    isReaderFixed: edited.isReaderFixed,
    products,
    product: product && { id: product.id, name: product.name },
    others: listOthers(edited).map((rental) => ({
      position: rental.position,
      name: rental.productName,
      when: withPlanName(rental.plan, datesOrHoursLabel(rental)),
    })),
    validityDays: (await readFinanceSettings()).quoteValidityDays,
    order: product && (await orderView(edited, product, typed ?? (await storedQuote(edited, product, now)), now)),
  }
}

async function storedQuote(edited: EditedQuote, product: ProductForRent, now: Date): Promise<PostedQuote> {
  const { content, days, quote, loadedVersion } = edited
  const rental = findRental(edited)
  const isSameProduct = rental?.productId === product.id
  const address = content.address ?? (await readSavedAddress(customerIdOf(edited))) ?? noAddress
  const chosenDays: Day[] = rental ? [...rental.dates] : sortedDays(days.filter(isDay))
  const isFuture = (chosenDays[0] ?? "") >= dayInParis(now)
  return {
    choice: {
      days: isFuture ? chosenDays : [],
      ...(isSameProduct && { plan: planChoiceOf(rental.plan) }),
      options: isSameProduct ? rental.options.items.map(({ id, quantity }) => ({ optionId: id, quantity })) : [],
      photoPacks: isSameProduct ? rental.photoPacks : 0,
    } as OrderChoice,
    place: { isDelivery: content.isDelivery, address, distance: content.distance },
    malformed: [],
    displayedProduct: null,
    key: quote?.id ?? randomUUID(),
    loadedVersion,
    ...content.terms,
  }
}

async function orderView(
  edited: EditedQuote,
  product: ProductForRent,
  posted: PostedQuote,
  now: Date,
): Promise<QuoteFormView["order"]> {
  const fitted = fitOrder(product, posted)
  const { plan, typed } = fitted
  const { choice, place, key, loadedVersion, promoCode, lines, extras, message, validUntil, keepUntil } = typed
  const visible = displayedMonth(rentalWindow(product, dayInParis(now), "owner"), {
    requested: edited.month,
    chosen: choice.days,
  })
  const { from, to } = calendarRange(visible.month, choice.days.slice(0, 1), plan)
  const customerId = customerIdOf(edited)
  const except = edited.quote ? { quoteId: edited.quote.id } : undefined
  const calendar = await readProductCalendar(product, from, to, { customerId, at: now, by: "owner", except })
  const distanceUnreadable = place.isDelivery && parseDistance(place.distance) === undefined
  const isPriced = fitted.problem === null && choice.days.length > 0 && !lacksStart(plan, choice)
  const quoted = isPriced
    ? await priceQuote(toQuotedOrder(edited, product, typed), {
        customerId,
        quoteId: edited.quote?.id ?? null,
        at: now,
        unfinished: true,
        // An unreadable distance must not be replaced silently by one computed from the address.
        ...(distanceUnreadable && { delivery: NOT_QUOTED }),
      })
    : null
  const { row = null, price = null } = quoted?.ok ? quoted.value : {}
  const problem = quoted && !quoted.ok ? quoted.error : null
  return {
    days: { ...daysView(calendar, visible, { choice, plan }), plans: planOptions(product) },
    options: optionsView(product, [], choice, product),
    place,
    key,
    loadedVersion,
    promoCode,
    lines,
    extras,
    message,
    validUntil,
    keepUntil,
    price,
    delivery: row ? deliveryDetail(row, { unreadable: distanceUnreadable }) : "",
    distanceKm: row?.isDelivery && !row.distanceToConfirm ? row.distance : null,
    distanceToConfirm: row?.distanceToConfirm ?? false,
    distanceUnreadable,
    isDeliveryPriced: !place.isDelivery || price?.lines.some(({ kind }) => kind === "delivery") === true,
    problem: fitted.problem ?? (problem && draftProblemText(problem, typed)),
  }
}

function toQuotedOrder(edited: EditedQuote, product: ProductForRent, typed: PostedQuote): QuoteDraft["order"] {
  const { choice, place, lines } = typed
  return {
    rental: { position: positionOf(edited), productId: product.id, ...choice },
    others: listOthers(edited),
    isDelivery: place.isDelivery,
    address: place.address,
    distanceKm: parseDistance(place.distance) ?? null,
    lines: readLines(lines),
    promoCode: normalizeCode(typed.promoCode) || null,
  }
}

export function quoteFormActs(actor: Staff, edited: EditedQuote, now: Date) {
  const failure = {
    log: "Error saving quote",
    failed: "Le devis n’a pas pu être enregistré. Réessayez dans un instant.",
    refused: ({ errors: { form: failed = "" } }: Refusal, { status }: { status: number }, { fields }: PostedForm) =>
      refuseWithForm({ form: failed, failure: failed }, status, fields),
  }
  return {
    calculer: act(
      z.object({}),
      async (_, { fields }) => {
        const typed = parseQuote(fields)
        const unreadable = { ...dateProblem(typed), ...distanceProblem(typed) }
        const errors = { ...parentOptionErrors(await findProduct(fields), typed), ...unreadable }
        return refuseWithForm(errors, Object.keys(unreadable).length > 0 ? 422 : 200, fields)
      },
      failure,
    ),
    enregistrer: act(z.object({}), (_, { fields }) => save(fields, (number) => quoteHref(number)), failure),
    ajouter: act(
      z.object({}),
      (_, { fields }) => save(fields, (number) => editQuoteHref({ number, rental: NEW_RENTAL })),
      failure,
    ),
  }

  async function save(fields: URLSearchParams, nextHref: (number: string) => string) {
    const typed = parseQuote(fields)
    const client = clientFrom(fields)
    const product = await findProduct(fields)
    const errors = {
      ...(client.kind === "new" ? newCustomerProblems(client.draft) : {}),
      ...(await knownReaderErrors(client)),
      ...productChangedError(product, typed),
      ...fieldProblems(typed),
      ...startProblem(product, typed),
      ...parentOptionErrors(product, typed),
      ...termsErrors(typed),
    }
    if (Object.keys(errors).length > 0) return refuseWithForm(errors, 422, fields)
    const expectedTotal = readWholeNumber(fields.get("total-vu"))
    // A total that the owner has not read must not be offered.
    if (expectedTotal === null) return refuseWithForm({ form: "Lisez le prix, puis enregistrez." }, 422, fields)
    if (!product) return refuseWithForm(placeProblemErrors({ kind: "not-for-rent" }, typed.choice), 409, fields)
    const saved = await saveDraft(
      { ...edited, client },
      toDraft({ ...edited, client }, product, { typed, expectedTotal }),
      typed,
    )
    if (!saved.ok) return refuseWithForm(draftProblemErrors(saved.error, typed), 409, fields)
    const { number } = saved.value
    return redirectWith(
      { kind: "success", title: "Devis enregistré", text: `${number}. Rien n’est encore envoyé.` },
      nextHref(number),
    )
  }

  function saveDraft(edited: EditedQuote, draft: QuoteDraft, { key, loadedVersion }: PostedQuote) {
    const customerId = customerIdOf(edited)
    if (edited.quote) return editDraft({ actor, id: edited.quote.id, customerId, draft, loadedVersion, at: now })
    const { lead = null, copied } = edited.origin
    const origin = { leadId: readId(lead), copiedFrom: copied }
    return createQuote({ actor, id: key, customerId, draft, origin, at: now })
  }

  /** One person has one account, so the quote goes to it. */
  async function knownReaderErrors(client: NewBookingClient): Promise<FormErrors> {
    const email = client.kind === "new" ? normalizeEmail(client.draft.email) : ""
    const customer = email === "" ? null : (await findCustomers(email)).find((each) => each.email === email)
    return customer ? { email: `${customer.name} est déjà votre client avec cette adresse.`, known: customer.id } : {}
  }

  function clientFrom(fields: URLSearchParams): NewBookingClient {
    if (edited.client.kind === "known" || edited.isReaderFixed) return edited.client
    return { kind: "new", draft: parseNewCustomer(fields) }
  }

  function productFrom(fields: URLSearchParams): string | null {
    return fields.get("produit") || edited.product
  }

  function findProduct(fields: URLSearchParams): Promise<ProductForRent | null> {
    return readProductForRent(productFrom(fields) ?? findRental(edited)?.productId ?? "")
  }

  async function refuseWithForm(errors: FormErrors, status: number, fields: URLSearchParams) {
    const next = { ...edited, client: clientFrom(fields), product: productFrom(fields) }
    const quote = await quoteFormView(next, parseQuote(fields), now)
    const refusal: QuoteFormRefusal = { errors, values: {}, lists: {}, quote }
    return data(refusal, { status })
  }
}

function toDraft(
  edited: EditedQuote,
  product: ProductForRent,
  { typed, expectedTotal }: { typed: PostedQuote; expectedTotal: number },
): QuoteDraft {
  const { client } = edited
  const { terms } = readTerms(typed)
  const reader = client.kind === "known" ? { userId: client.customer.id } : client.draft
  return { reader, order: toQuotedOrder(edited, product, typed), terms, expectedTotal }
}

function parseQuote(fields: URLSearchParams): PostedQuote {
  return {
    ...parsePostedOrder(fields),
    ...parseTerms(fields),
    key: readId(fields.get("cle")) ?? (randomUUID() as Id),
    loadedVersion: fields.get("vu") ?? "",
    displayedProduct: fields.get("produit-vu"),
  }
}
