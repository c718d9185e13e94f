import { acceptedTextPaths } from "../../../http/legal-path.ts"
import { type RouterContextProvider, data, redirect } from "react-router"
import type { Party } from "../../../../domain/accounts/party.ts"
import type { InsuranceState } from "../../../../domain/booking/insurance.ts"
import { changeLines } from "../../../../domain/booking/change-lines.ts"
import type { Cents } from "../../../../domain/money.ts"
import { occupiesDays } from "../../../../domain/booking/status.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { distanceEnteredLabel } from "../../../../domain/delivery/delivery-labels.ts"
import { isSamePeriod, periodOf } from "../../../../domain/rental/rental.ts"
import {
  type BookingAccess,
  type BookingPage,
  type SeenBooking,
  bookingSeenBy,
  readBookingPage,
} from "../../../../server/bookings/booking-page.ts"
import { previewCancellation } from "../../../../server/bookings/cancel.ts"
import type { Booking } from "../../../../server/booking-record/booking.ts"
import { previewWithdrawal } from "../../../../server/bookings/withdraw.ts"
import { readableVersions } from "../../../../server/contracts/download.ts"
import type { Contract } from "../../../../server/contracts/versions.ts"
import { securityDepositOf } from "../../../../server/catalog/queries.ts"
import { readSiteConfig } from "../../../../server/shop/content/site.ts"
import { reportsOf } from "../../../../server/booking-record/condition/record.ts"
import { moneyReceived } from "../../../../server/money/invoicing/received.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { invoicesOf } from "../../../../server/money/invoicing/list.ts"
import {
  type Insurance,
  readInsurance,
  takesCertificate,
} from "../../../../server/bookings/insurance/read-certificate.ts"
import { readDeposit } from "../../../../server/money/deposits/read-deposit.ts"
import { readFinanceSettings, warehouseLine } from "../../../../server/shop/settings/queries.ts"
import { lostAccessTo } from "../../../../server/accounts/sharing/ended-access.ts"
import { actingRefused, requireCustomer } from "../../../http/visitor.server.ts"
import { type BookingAddresses, accountAddresses, ofVersion } from "./addresses.ts"
import { type Reader, turnSentence } from "./history.ts"
import { dayView } from "./day-view.server.ts"
import { transferView } from "./transfer-view.server.ts"
import type { BookingView, TransferView } from "./view.ts"

/** The booking of an address for who is signed in; a 404 for what is none, and for what is somebody else's. */
export async function ownBooking(context: Readonly<RouterContextProvider>, number: string): Promise<SeenBooking> {
  const { profile, acting } = requireCustomer(context)
  const isNumber = /^[1-9]\d{0,14}$/.test(number)
  const seen = isNumber ? await bookingSeenBy(profile, Number(number)) : null
  // While one acts for somebody, what opens is of the account that the bar names, and of no other.
  if (seen && acting && acting.account.id !== seen.party.account.id)
    throw actingRefused(acting.kind === "ended" ? "ended" : "other-account", acting.account.name)
  if (seen) return seen
  // An open page of an account that is not shared any more says so; anybody else's number is none.
  const owner = isNumber ? await lostAccessTo(profile.id, Number(number), new Date()) : null
  throw owner ? actingRefused("ended", owner.name) : data(null, { status: 404 })
}

/** The address of a form of the booking's page, opened as a page: there is nothing to see but the booking. */
export async function toOwnBooking(context: Readonly<RouterContextProvider>, number: string): Promise<Response> {
  const { booking } = await ownBooking(context, number)
  return redirect(accountAddresses(booking.number).page)
}

/** The booking for the account's owner, who alone does what the page is for (D55); a 404 for everybody else. */
export async function bookingOfOwner(context: Readonly<RouterContextProvider>, number: string): Promise<Booking> {
  const { booking, access } = await ownBooking(context, number)
  if (access !== "owner") throw data(null, { status: 404 })
  return booking
}

type Seeing = { party: Party; access: BookingAccess | "link"; addresses: BookingAddresses; at: Date }

/** What a booking's page shows to anyone who looks: nothing that the state, or the person, does not allow. */
export async function bookingView(booking: Booking, seeing: Seeing): Promise<BookingView> {
  const { party, access, addresses, at } = seeing
  const [page, settings, site, acts, invoices, deposit, day, reports, insurance, received] = await Promise.all([
    readBookingPage(booking, at),
    readFinanceSettings(),
    readSiteConfig(),
    actsOf(booking, seeing),
    invoicesOf(booking.id),
    readDeposit(booking),
    dayView(booking, seeing),
    reportsOf(booking.id),
    readInsurance(booking, at),
    moneyReceived(booking.id, dayInParis(at)),
  ])
  const { journey, contracts, instalments, paid, interest, status, inForce } = page
  const signed = contracts.findLast((each) => each.status === "signed") ?? null
  const waiting = contracts.findLast((each) => each.status === "sent") ?? null
  const transfer = transferOf(booking, page, signed, site.companyName)
  const payable = transfer !== null
  return {
    number: booking.number,
    isDemonstration: booking.isDemonstration,
    status,
    productName: booking.productName,
    when: periodOf(inForce),
    ownerName: access === "book" || access === "view" ? party.account.name : null,
    now: at,
    mailsLeave: canDeliverMail(),
    journey,
    runsSince: runsSince(booking, waiting),
    price: {
      lines: inForce.priceLines.lines,
      total: inForce.total,
      photoPackQuantity: inForce.photoPackQuantity,
      distanceEntered: distanceEnteredLabel(
        page.distanceEntered && {
          totalBefore: page.distanceEntered.totalBefore,
          total: inForce.total,
          distanceKm: inForce.distance,
        },
      ),
    },
    place: {
      ...inForce.address,
      isDelivery: inForce.isDelivery,
      distanceKm: inForce.distance,
      distanceToConfirm: inForce.distanceToConfirm,
      warehouse: warehouseLine(settings),
    },
    change:
      journey.next.kind === "sign" && signed?.booked
        ? {
            lines: changeLines({ ...signed.booked, priceLines: signed.priceLines }, booking),
            totalBefore: signed.total,
            total: booking.total,
          }
        : null,
    documents: readableVersions({ contracts, status }).map((contract) => ({
      version: contract.version,
      signedAt: contract.signedAt,
      isVoid: contract.status === "void",
      endedAt: contract.status === "void" ? null : (page.end?.at ?? null),
      text: ofVersion(addresses.text, contract.version),
      pdf:
        (access === "owner" || access === "link" ? (contract.sealedKey ?? contract.pdfKey) : contract.pdfKey) === null
          ? null
          : ofVersion(addresses.pdf, contract.version),
    })),
    invoices: invoices.map(({ number, kind, issuedOn, total, amount }) => ({
      number,
      kind,
      issuedOn,
      total,
      amount,
      href: addresses.invoice(number),
    })),
    reports: reports.map(({ id, leg, recordedAt }) => ({ id, leg, at: recordedAt, href: addresses.report(id) })),
    acceptedTerms: acceptedTextPaths(booking.termsVersion),
    instalments,
    signed: signed !== null,
    paid: paid - interest,
    received,
    interest,
    vatMode: booking.agreement?.vatMode ?? null,
    securityDeposit: booking.agreement?.securityDeposit ?? (await securityDepositOf(booking.productId)),
    deposit,
    insurance: shownInsurance(booking, insurance, at),
    transfer,
    dateRequest: openRequest(page),
    dateAnswer: lastAnswer(page, booking, at),
    end: journey.next.kind === "ended" ? endView(page, journey.next) : null,
    day,
    history: page.events
      .flatMap(({ at: when, ...turn }) => {
        const text = turnSentence(turn, readerOf(seeing))
        return text === null ? [] : [{ at: when, text }]
      })
      .toReversed(),
    acts: {
      ...acts,
      sign: journey.next.kind === "sign" && (access === "owner" || access === "link") ? addresses.sign : null,
      deposit: deposit && access === "owner" ? addresses.deposit : null,
      insurance: insurance.asked && takesCertificate(booking, at) && access === "owner" ? addresses.insurance : null,
      pay: payable && (access === "owner" || access === "link") ? addresses.pay : null,
      keepDates: acts.askDates !== null && openRequest(page) !== null,
    },
  }
}

/** A link from a mail is read by anyone who holds it: it names nobody, as to a person the account is open to (D19). */
function readerOf({ party: { actor, account }, access }: Seeing): Reader {
  const readerId = access !== "link" && "id" in actor ? actor.id : null
  return { accountId: account.id, readerId, namesOthers: access === "owner" }
}

/**
 * The acts of who is signed in, each asked of its own verb: a button that would be refused is not shown (D55). By a link
 * one may withdraw (D33) and cancel (D68), with a code once something is signed, and do nothing else.
 */
async function actsOf(booking: Booking, { party, access, addresses, at }: Seeing) {
  const none = { cancel: null, withdraw: null, askDates: null }
  if (access === "view") return none
  const [cancellation, withdrawal] = await Promise.all([
    previewCancellation(party, booking.id, at),
    previewWithdrawal(party, booking.id, at),
  ])
  const withdraw = withdrawal.ok ? { href: addresses.withdraw, lastDay: withdrawal.value.lastDay } : null
  const cancel = cancellation.ok ? addresses.cancel : null
  if (access === "link") return { ...none, cancel, withdraw }
  const mayAct = access === "owner" || booking.status === "pending"
  const mayAsk = mayAct && occupiesDays(booking.status) && cancellation.ok && booking.firstDay > dayInParis(at)
  return {
    cancel,
    withdraw,
    askDates: mayAsk ? addresses.dates : null,
  }
}

/** Missing, it is told only while it can still be handed in. */
function shownInsurance(booking: Booking, { state }: Insurance, at: Date): InsuranceState | null {
  if (state.kind === "not-asked" || (state.kind === "missing" && !takesCertificate(booking, at))) return null
  return state
}

function runsSince({ requestedAt, confirmedAt }: Booking, waiting: Contract | null): Date {
  return waiting?.sentAt ?? confirmedAt ?? requestedAt
}

/** Asked for by the contract that was signed: nothing is due before (D32). */
function transferOf(
  booking: Booking,
  { journey: { next }, end, paid }: BookingPage,
  signed: Contract | null,
  beneficiary: string,
): TransferView | null {
  const asked = next.kind === "ended" ? leftOver(end, paid) : next
  if (asked.kind !== "pay" || signed === null) return null
  return transferView({ ...asked, beneficiary, agreed: (booking.agreement ?? signed.agreement).transfer })
}

/** An instalment whose day had come before the end is still owed, and nothing beyond it (D53). */
function leftOver(end: BookingPage["end"], paid: Cents): BookingPage["journey"]["next"] {
  const amount = (end?.kept ?? 0) - paid
  return amount > 0
    ? { kind: "pay", amount, dueOn: null, late: false }
    : { kind: "ended", how: end?.kind ?? "cancelled_by_company", at: end?.at ?? null }
}

function openRequest({ dateChanges }: BookingPage): BookingView["dateRequest"] {
  const open = dateChanges.find(({ status }) => status === "open")
  return open ? { when: periodOf(open), note: open.note, askedAt: open.askedAt } : null
}

/**
 * An answer stays on the page for two weeks, while the booking goes on; the history keeps it. Days that were accepted and
 * are neither in force nor to be signed are nobody's any more: the change has lapsed (D59), or another came after it.
 */
function lastAnswer(
  { dateChanges, journey, inForce }: BookingPage,
  booking: Booking,
  at: Date,
): BookingView["dateAnswer"] {
  const [last] = dateChanges
  if (journey.next.kind === "ended") return null
  if (!last?.answeredAt || (last.status !== "accepted" && last.status !== "refused")) return null
  if (at.getTime() - last.answeredAt.getTime() > 14 * 86_400_000) return null
  const accepted = last.status === "accepted"
  const mayBeSigned = journey.next.kind === "sign" && isSamePeriod(last, booking)
  if (accepted && !mayBeSigned && !isSamePeriod(last, inForce)) return null
  return { when: periodOf(last), answer: last.answer, accepted }
}

function endView(
  { end }: BookingPage,
  next: Extract<BookingPage["journey"]["next"], { kind: "ended" }>,
): BookingView["end"] {
  if (end) return end
  const nothing = { kept: 0, refund: 0, indemnity: 0, reason: null, refundBy: null, refunded: false }
  return { kind: next.how, at: next.at, ...nothing }
}
