import { and, eq, gt, inArray } from "drizzle-orm"
import { type Account, ownAccountParty, system } from "../../domain/accounts/party.ts"
import { homeOf, toHomeColumns } from "../../domain/booking/home.ts"
import type { Visit } from "../../domain/contracts/evidence.ts"
import { checkSignature } from "../../domain/contracts/signature.ts"
import type { BookingId, ProfileId } from "../../domain/id.ts"
import { productsOf } from "../../domain/rental/parts.ts"
import type { Rental } from "../../domain/rental/rental.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { createBookingLink } from "../access/capability-links.ts"
import { lockProfile } from "../access/lock-profile.ts"
import { createCustomer } from "../accounts/customers/create-customer.ts"
import { readProfile } from "../accounts/customers/profiles.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { lockProducts } from "../availability/ranges.ts"
import { claimFromQuote } from "../availability/rentals.ts"
import type { Booking } from "../booking-record/booking.ts"
import { insertBooking } from "../booking-record/booking-rows.ts"
import { confirmPlaced } from "../bookings/confirm-placed.ts"
import { recordPlacement, toClaims } from "../bookings/place.ts"
import { lockHonouredCode } from "../bookings/promo-code.ts"
import { refuseExpired } from "../bookings/refuse-expired.ts"
import { addEvidence } from "../contracts/evidence.ts"
import { type SigningForm, type SigningProblem, signInTransaction } from "../contracts/sign.ts"
import { addContractVersion } from "../contracts/versions.ts"
import type { Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import type { QuoteOffer } from "../platform/documents/contract-page.ts"
import { quoteOffer } from "../platform/documents/quote-page.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { promoCodeUses } from "../platform/schema/promo-codes.ts"
import { products } from "../platform/schema/catalog.ts"
import { bookingLinks } from "../platform/schema/contracts.ts"
import { quoteLinks, quotes } from "../platform/schema/quotes.ts"
import { freezeCurrentTerms } from "../shop/content/legal.ts"
import { winLead } from "../leads/win-leads.ts"
import { mailAnswerToOwner } from "./mail-answer.ts"
import { lockForAnswer } from "./answer.ts"
import type { OpenedQuote, QuoteLinkProblem } from "./open-quote.ts"
import { readQuoteDocument } from "./quote-document.ts"
import { readQuoteAgreement } from "./quote-terms.ts"
import { toBooking } from "./quoted-booking.ts"

/** `sha256` is that of the text before the button. */
export type AcceptanceForm = Omit<SigningForm, "contractId"> & { version: number; ticked: readonly string[] }

export type AcceptanceProblem =
  | QuoteLinkProblem
  | { kind: "shows-only" }
  | { kind: "already-accepted"; bookingId: BookingId }
  | { kind: "ended"; state: "draft" | "declined" | "expired" | "withdrawn" }
  /** A newer version was sent. */
  | { kind: "replaced" }
  | { kind: "text-changed" }
  | { kind: "units-gone" }
  | { kind: "no-template" }
  | { kind: "customer-erased" }
  | Extract<
      SigningProblem,
      {
        kind:
          | "home-missing"
          | "terms-not-accepted"
          | "terms-changed"
          | "ticks-missing"
          | "name-missing"
          | "name-too-long"
          | "name-unprintable"
          | "signature-missing"
          | "signature-unprintable"
          | "signature-unreadable"
      }
    >

type AcceptQuote = { secret: string; form: AcceptanceForm; visit: Visit; at?: Date }

class AcceptanceRefused extends Error {
  override name = "AcceptanceRefused"
  readonly problem: AcceptanceProblem

  constructor(problem: AcceptanceProblem) {
    super(problem.kind)
    this.problem = problem
  }
}

/** Accepting is signing: the booking is confirmed at the prices of the quote, and nobody answers again (D39, D66). */
export async function acceptQuote({
  secret,
  form,
  visit,
  at = new Date(),
}: AcceptQuote): Promise<Result<Booking, AcceptanceProblem>> {
  const signature = checkSignature(form)
  if (!signature.ok) return signature
  const termsVersion = await freezeCurrentTerms()
  const accepting = { secret, form: { ...form, ...signature.value }, termsVersion, visit, at }
  try {
    const booking = await withClaimRetry((tx) => acceptInTransaction(tx, accepting))
    return booking === "days-taken" ? err({ kind: "units-gone" }) : ok(booking)
  } catch (failure) {
    if (failure instanceof AcceptanceRefused) return err(failure.problem)
    throw failure
  }
}

type Accepting = Required<AcceptQuote> & { termsVersion: string | null }

async function acceptInTransaction(tx: Transaction, accepting: Accepting): Promise<Booking> {
  const { secret, form, at } = accepting
  const { link, quote, version } = await lockAcceptableQuote(tx, accepting)
  const account = await findOrCreateReader(tx, quote, at)
  const codeId = version.row.promoCode ? await lockHonouredCode(tx, version.row.promoCode) : null
  await lockRentedProducts(tx, version.row.rentals)
  const booking = await insertBooking(tx, toBooking({ quote, version, ticked: form.ticked }, account.id, at))
  if (codeId) await tx.insert(promoCodeUses).values({ bookingId: booking.id, codeId })
  await refuseExpired(tx, await claimFromQuote(tx, { ...toClaims(booking, at), quoteId: quote.id }), at)
  if (quote.leadId) await winLead(tx, { id: quote.leadId }, booking)
  await recordPlacement(tx, { party: ownAccountParty(account), booking, at })
  const agreement = await readQuoteAgreement(version, booking.number, tx)
  await confirmPlaced(tx, { actor: system, booking, agreement, at })
  const annex = quoteOffer(await readQuoteDocument({ quote, version, ticked: form.ticked, signedAt: at }, tx))
  const contract = await addContractVersion(tx, booking.id, at)
  if (!contract.ok) throw new AcceptanceRefused({ kind: "no-template" })
  const bookingLink = await createBookingLink(tx, { booking, purpose: "sign", at, secret })
  const opened = { kind: "opened", details: { by: "link", linkId: bookingLink.id }, personal: accepting.visit } as const
  await addEvidence(
    tx,
    contract.value.id,
    {
      kind: "quoted",
      details: { number: quote.number, version: version.version, linkId: link.id },
      personal: { email: account.email },
    },
    version.sentAt,
  )
  await addEvidence(tx, contract.value.id, opened, quote.firstOpenedAt ?? at)
  const signed = await signInTransaction(tx, {
    signer: { by: "link", secret },
    form: { ...form, contractId: contract.value.id },
    role: quote.buyer.company?.role,
    termsVersion: accepting.termsVersion,
    visit: accepting.visit,
    at,
  })
  if (!signed.ok) throw new AcceptanceRefused(toAcceptanceProblem(signed.error))
  await closeQuote(tx, { quote, link }, { booking, account, annex, at })
  return signed.value.booking
}

async function lockAcceptableQuote(tx: Transaction, { secret, form, at }: Accepting): Promise<OpenedQuote> {
  const locked = await lockForAnswer(tx, secret, at)
  if (!locked.ok) throw new AcceptanceRefused(locked.error)
  const { quote, version, state } = locked.value
  if (quote.bookingId) throw new AcceptanceRefused({ kind: "already-accepted", bookingId: quote.bookingId })
  if (state === "accepted") throw new Error(`Quote ${quote.number} is accepted without a booking`)
  if (state !== "sent") throw new AcceptanceRefused({ kind: "ended", state })
  if (version.version !== form.version) throw new AcceptanceRefused({ kind: "replaced" })
  if (form.ticked.some((id) => !version.extras.some((extra) => extra.id === id)))
    throw new AcceptanceRefused({ kind: "text-changed" })
  return locked.value
}

type Reader = Account & { email: string }

/** A home that was typed before the signature becomes the customer's (D70). */
async function findOrCreateReader(tx: Transaction, quote: OpenedQuote["quote"], at: Date): Promise<Reader> {
  const id = quote.userId ?? (await createReader(tx, quote, at))
  await lockProfile(tx, id)
  const profile = await readProfile(id, tx)
  if (!profile || profile.erasedAt !== null) throw new AcceptanceRefused({ kind: "customer-erased" })
  const { home } = quote.buyer
  if (home && homeOf(profile) === null) await tx.update(profiles).set(toHomeColumns(home)).where(eq(profiles.id, id))
  return { id, name: profile.name, email: profile.email }
}

async function createReader(tx: Transaction, quote: OpenedQuote["quote"], at: Date): Promise<ProfileId> {
  const { id, name, email, phone } = quote
  const person = { id: id as string as ProfileId, name: name ?? "", email: email ?? "", phone: phone ?? "" }
  const created = await createCustomer(tx, system, person, at)
  return created.ok ? created.value.id : created.error.id
}

/** A product may have been removed since the quote was sent. */
async function lockRentedProducts(tx: Transaction, rentals: readonly Rental[]): Promise<void> {
  const ids = [...new Set(productsOf(rentals))]
  await lockProducts(tx, ids)
  const count = await tx.$count(products, inArray(products.id, ids))
  if (count < ids.length) throw new AcceptanceRefused({ kind: "units-gone" })
}

/** Each mailed link leads to the booking from now on. */
async function closeQuote(
  tx: Transaction,
  { quote, link }: Pick<OpenedQuote, "quote" | "link">,
  { booking, account, annex, at }: { booking: Booking; account: Reader; annex: QuoteOffer; at: Date },
): Promise<void> {
  await tx
    .update(quotes)
    .set({
      state: "accepted",
      bookingId: booking.id,
      answeredAt: at,
      userId: account.id,
      name: null,
      email: null,
      phone: null,
      changeRequestedAt: null,
      buyer: {},
      annex,
    })
    .where(eq(quotes.id, quote.id))
  await tx.update(quoteLinks).set({ usedAt: at }).where(eq(quoteLinks.id, link.id))
  await leadLinksToBooking(tx, { quote, link }, booking, at)
  await mailAnswerToOwner(tx, quote, { kind: "accepted", total: booking.total }, at)
  await recordEvent(tx, {
    by: ownAccountParty(account),
    action: "quote.accepted",
    subject: quote.id,
    details: { number: quote.number, booking: booking.number, total: booking.total },
    at,
  })
}

async function leadLinksToBooking(
  tx: Transaction,
  { quote, link }: Pick<OpenedQuote, "quote" | "link">,
  { id: bookingId }: Booking,
  at: Date,
): Promise<void> {
  const [own] = await tx.select().from(bookingLinks).where(eq(bookingLinks.digest, link.digest))
  if (!own) throw new Error(`Quote ${quote.number} has no link to its booking`)
  const { endsAt } = own
  const { quoteId, purpose } = quoteLinks
  const open = await tx
    .update(quoteLinks)
    .set({ endsAt })
    .where(and(eq(quoteId, quote.id), eq(purpose, "accept"), gt(quoteLinks.endsAt, at)))
    .returning({ id: quoteLinks.id, digest: quoteLinks.digest })
  const others = open.filter(({ id }) => id !== link.id)
  if (others.length === 0) return
  const values = { bookingId, purpose: "sign", madeAt: at, endsAt, usedAt: at } as const
  await tx.insert(bookingLinks).values(others.map(({ digest }) => ({ ...values, digest })))
}

function toAcceptanceProblem(problem: SigningProblem): AcceptanceProblem {
  switch (problem.kind) {
    case "replaced":
      return { kind: "text-changed" }
    case "home-missing":
    case "terms-not-accepted":
    case "terms-changed":
    case "ticks-missing":
    case "name-missing":
    case "name-too-long":
    case "name-unprintable":
    case "signature-missing":
    case "signature-unprintable":
    case "signature-unreadable":
      return problem
    default:
      throw new Error(`A quote cannot be accepted: ${problem.kind}`)
  }
}
