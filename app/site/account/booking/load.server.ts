import { acceptedTextPaths } from "../../../http/legal-path.ts"
import { type RouterContextProvider, data, redirect } from "react-router"
import type { Party } from "../../../../domain/accounts/party.ts"
import type { InsuranceState } from "../../../../domain/booking/insurance.ts"
import { changeLines } from "../../../../domain/booking/change-lines.ts"
import type { Cents } from "../../../../domain/money.ts"
import { occupiesDays } from "../../../../domain/booking/status.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { distanceEnteredLabel } from "../../../../domain/delivery/entered-distance.ts"
import { nameTimedRentals } from "../../../../domain/rental/rental-times.ts"
import { type Rental, isSamePeriod, periodOf } from "../../../../domain/rental/rental.ts"
import { concernedPeriod } from "../../../../server/bookings/date-change.ts"
import {
  type BookingAccess,
  type BookingPage,
  type AccessibleBooking,
  findAccessibleBooking,
  readBookingPage,
} from "../../../../server/bookings/booking-page.ts"
import { asksEventStart, readEventStart } from "../../../../server/bookings/event-start.ts"
import { previewCancellation } from "../../../../server/bookings/cancel.ts"
import type { Booking } from "../../../../server/booking-record/booking.ts"
import { readHours } from "../../../../server/booking-record/hours.ts"
import { findDistanceChanges } from "../../../../server/booking-record/queries.ts"
import { readBookingTimeline } from "../../../../server/booking-record/timeline.ts"
import { sumSecurityDeposits, withRentals } from "../../../../server/booking-record/rentals.ts"
import { previewWithdrawal } from "../../../../server/bookings/withdraw.ts"
import { listReadableVersions } from "../../../../server/contracts/download.ts"
import type { Contract } from "../../../../server/contracts/versions.ts"
import { readSiteConfig } from "../../../../server/shop/content/site.ts"
import { readDeductedInterest, readMoneyReceived } from "../../../../server/money/invoicing/received.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { listBookingInvoices } from "../../../../server/money/invoicing/list.ts"
import { type Insurance, readInsurance } from "../../../../server/bookings/insurance/read-certificate.ts"
import { readDeposit } from "../../../../server/money/deposits/read-deposit.ts"
import { readFinanceSettings, warehouseLine } from "../../../../server/shop/settings/queries.ts"
import { clientAddressOf, homeOf, proposedHome } from "../../../../domain/booking/home.ts"
import { type Profile, readProfile } from "../../../../server/accounts/customers/profiles.ts"
import { findEndedAccess } from "../../../../server/accounts/sharing/ended-access.ts"
import { actingRefused, requireCustomer } from "../../../http/visitor.server.ts"
import { type BookingPagePaths, accountBookingPaths, restartHref, versionPath } from "./paths.ts"
import { type Reader, customerEventSentence } from "./history.ts"
import { readEventDay } from "./day-view.server.ts"
import { transferView } from "./transfer-view.server.ts"
import type { BookingView, TransferView } from "./view.ts"
import { canBePrepared } from "../../../../server/bookings/preparing.ts"

/** Throws 404 for a missing booking and for someone else's. */
export async function requireAccessibleBooking(
  context: Readonly<RouterContextProvider>,
  number: string,
): Promise<AccessibleBooking> {
  const { profile, acting } = requireCustomer(context)
  const isNumber = /^[1-9]\d{0,14}$/.test(number)
  const visible = isNumber ? await findAccessibleBooking(profile, Number(number)) : null
  // While acting for someone, only bookings of the account named in the bar open.
  if (visible && acting && acting.account.id !== visible.party.account.id)
    throw actingRefused(acting.kind === "ended" ? "ended" : "other-account", acting.account.name)
  if (visible) return visible
  // Explains that access has ended; any other number stays a 404.
  const owner = isNumber ? await findEndedAccess(profile.id, Number(number), new Date()) : null
  throw owner ? actingRefused("ended", owner.name) : data(null, { status: 404 })
}

export async function redirectToBooking(context: Readonly<RouterContextProvider>, number: string): Promise<Response> {
  const { booking } = await requireAccessibleBooking(context, number)
  return redirect(accountBookingPaths(booking.number).page)
}

/** Throws 404 for anyone but the account's owner (D55). */
export async function requireOwnedBooking(context: Readonly<RouterContextProvider>, number: string): Promise<Booking> {
  const { booking, access } = await requireAccessibleBooking(context, number)
  if (access !== "owner") throw data(null, { status: 404 })
  return booking
}

type ViewContext = { party: Party; access: BookingAccess | "link"; paths: BookingPagePaths; at: Date }

export async function readBookingView(booking: Booking, context: ViewContext): Promise<BookingView> {
  const { party, access, paths, at } = context
  const [
    page,
    settings,
    site,
    acts,
    invoices,
    deposit,
    day,
    insurance,
    received,
    client,
    eventStart,
    hours,
    interest,
    distanceChanges,
    events,
  ] = await Promise.all([
    withRentals(booking).then((rented) => readBookingPage(rented, at)),
    readFinanceSettings(),
    readSiteConfig(),
    findAllowedActs(booking, context),
    listBookingInvoices(booking.id),
    readDeposit(booking),
    readEventDay(booking, context),
    readInsurance(booking, at),
    readMoneyReceived(booking.id, dayInParis(at)),
    readProfile(booking.userId),
    readEventStart(booking),
    readHours([booking.id]),
    readDeductedInterest(booking.id),
    findDistanceChanges([booking.id]),
    readBookingTimeline(booking.id),
  ])
  const { journey, contracts, instalments, paid, status, inForce, reports } = page
  const distanceChange = distanceChanges.get(booking.id) ?? null
  const signed = contracts.findLast((each) => each.status === "signed") ?? null
  const unsigned = contracts.findLast((each) => each.status === "sent") ?? null
  const transfer = dueTransfer(booking, page, signed, site.companyName)
  const payable = transfer !== null
  return {
    number: booking.number,
    isDemonstration: booking.isDemonstration,
    status,
    productName: booking.productName,
    when: periodOf(inForce),
    rentals: nameTimedRentals(
      inForce.rentals,
      { isDelivery: inForce.isDelivery, hours: hours.get(booking.id) },
      { today: dayInParis(at) },
    ),
    ownerName: access === "book" || access === "view" ? party.account.name : null,
    now: at,
    canMail: canDeliverMail(),
    journey,
    deadlineStart: deadlineStart(booking, unsigned),
    restartHref: restartHref(inForce),
    price: {
      lines: inForce.priceLines.lines,
      total: inForce.total,
      distanceEntered: distanceEnteredLabel(
        distanceChange && {
          totalBefore: distanceChange.totalBefore,
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
    ...homeView(client, booking, {
      access,
      isActive: occupiesDays(status) && journey.next.kind !== "ended" && !signed,
    }),
    eventStart: access === "owner" && !signed && asksEventStart(booking, at) ? eventStart : null,
    change:
      journey.next.kind === "sign" && signed?.booked
        ? {
            lines: changeLines({ ...signed.booked, priceLines: signed.priceLines }, page.rented),
            totalBefore: signed.total,
            total: booking.total,
          }
        : null,
    documents: listReadableVersions({ contracts, status }).map((contract) => ({
      version: contract.version,
      signedAt: contract.signedAt,
      isReduced: contract.signedHow === "notice",
      isVoid: contract.status === "void",
      endedAt: contract.status === "void" ? null : (page.end?.at ?? null),
      text: versionPath(paths.text, contract.version),
      pdf:
        (access === "owner" || access === "link" ? (contract.sealedKey ?? contract.pdfKey) : contract.pdfKey) === null
          ? null
          : versionPath(paths.pdf, contract.version),
    })),
    invoices: invoices.map(({ number, kind, issuedOn, total, amount }) => ({
      number,
      kind,
      issuedOn,
      total,
      amount,
      href: paths.invoice(number),
    })),
    reports: reports.map(({ id, leg, recordedAt }) => ({ id, leg, at: recordedAt, href: paths.report(id) })),
    acceptedTerms: acceptedTextPaths(booking.termsVersion),
    instalments,
    signed: signed !== null,
    paid: paid - interest,
    received,
    interest,
    vatMode: booking.agreement?.vatMode ?? null,
    securityDeposit: booking.agreement?.securityDeposit ?? (await sumSecurityDeposits(booking.id)),
    deposit,
    insurance: visibleInsurance(booking, insurance, at),
    transfer,
    dateRequest: openDateRequest(page),
    dateAnswer: recentDateAnswer(page, at),
    end: journey.next.kind === "ended" ? endView(page, journey.next) : null,
    day,
    history: events
      .flatMap(({ at: when, ...event }) => {
        const text = customerEventSentence(event, historyReader(context))
        return text === null ? [] : [{ at: when, text }]
      })
      .toReversed(),
    acts: {
      ...acts,
      sign: journey.next.kind === "sign" && (access === "owner" || access === "link") ? paths.sign : null,
      deposit: deposit && access === "owner" ? paths.deposit : null,
      insurance: insurance.isRequired && canBePrepared(booking, at) && access === "owner" ? paths.insurance : null,
      pay: payable && (access === "owner" || access === "link") ? paths.pay : null,
      canWithdrawDateRequest: acts.requestDates !== null && openDateRequest(page) !== null,
    },
  }
}

/** Anyone who holds a mailed link can read it, so it names nobody (D19). */
function historyReader({ party: { actor, account }, access }: ViewContext): Reader {
  const readerId = access !== "link" && "id" in actor ? actor.id : null
  return { accountId: account.id, readerId, namesOthers: access === "owner" }
}

/**
 * Every act is previewed first, so that no button leads to a refusal (D55); a link may only withdraw (D33) and cancel
 * (D68).
 */
async function findAllowedActs(booking: Booking, { party, access, paths, at }: ViewContext) {
  const none = { cancel: null, withdraw: null, requestDates: null }
  if (access === "view") return none
  const [cancellation, withdrawal] = await Promise.all([
    previewCancellation(party, booking.id, at),
    previewWithdrawal(party, booking.id, at),
  ])
  const withdraw = withdrawal.ok ? { href: paths.withdraw, lastDay: withdrawal.value.lastDay } : null
  const cancel = cancellation.ok ? paths.cancel : null
  if (access === "link") return { ...none, cancel, withdraw }
  const mayAct = access === "owner" || booking.status === "pending"
  const mayRequestDates = mayAct && occupiesDays(booking.status) && cancellation.ok && booking.firstDay > dayInParis(at)
  return {
    cancel,
    withdraw,
    requestDates: mayRequestDates ? paths.dates : null,
  }
}

function visibleInsurance(booking: Booking, { state }: Insurance, at: Date): InsuranceState | null {
  if (state.kind === "not-asked" || (state.kind === "missing" && !canBePrepared(booking, at))) return null
  return state
}

/** A grantee does not read the owner's home (D55). */
function homeView(
  client: Profile | null,
  booking: Booking,
  { access, isActive }: { access: ViewContext["access"]; isActive: boolean },
): Pick<BookingView, "home" | "homeQuestion"> {
  if (!client || (access !== "owner" && access !== "link")) return { home: null, homeQuestion: null }
  const needsHome = isActive && access === "owner" && clientAddressOf(client, booking) === null
  const isCompany = booking.company !== null || client.clientType === "business"
  return {
    home: homeOf(client),
    homeQuestion: needsHome
      ? { place: booking.address, proposed: proposedHome(client, booking.address), isCompany }
      : null,
  }
}

function deadlineStart({ requestedAt, confirmedAt }: Booking, waiting: Contract | null): Date {
  return waiting?.sentAt ?? confirmedAt ?? requestedAt
}

/** Nothing is due before the contract is signed (D32). */
function dueTransfer(
  booking: Booking,
  { journey: { next }, end, covered }: BookingPage,
  signed: Contract | null,
  beneficiary: string,
): TransferView | null {
  const due = next.kind === "ended" ? remainingDebt(end, covered) : next
  if (due.kind !== "pay" || signed === null) return null
  return transferView({ ...due, beneficiary, agreed: (booking.agreement ?? signed.agreement).transfer })
}

/** An instalment due before the end is still owed, and nothing beyond it (D53). */
function remainingDebt(end: BookingPage["end"], covered: Cents): BookingPage["journey"]["next"] {
  const amount = (end?.retained ?? 0) - covered
  return amount > 0
    ? { kind: "pay", amount, dueOn: null, late: false }
    : { kind: "ended", how: end?.kind ?? "cancelled_by_company", at: end?.at ?? null }
}

function openDateRequest({ dateChanges, rented }: BookingPage): BookingView["dateRequest"] {
  const open = dateChanges.find(({ status }) => status === "open")
  if (!open) return null
  const rental = rented.rentals.find(({ position }) => position === open.rental)
  return { when: periodOf(open), productName: rental?.productName ?? null, note: open.note, requestedAt: open.askedAt }
}

/** Hidden after two weeks, and once accepted dates have lapsed (D59) or been replaced. */
function recentDateAnswer({ dateChanges, journey, inForce, rented }: BookingPage, at: Date): BookingView["dateAnswer"] {
  const [last] = dateChanges
  if (journey.next.kind === "ended") return null
  if (!last?.answeredAt || (last.status !== "accepted" && last.status !== "refused")) return null
  if (at.getTime() - last.answeredAt.getTime() > 14 * 86_400_000) return null
  const accepted = last.status === "accepted"
  const isMoved = ({ rentals }: { rentals: readonly Rental[] }) => isSamePeriod(last, concernedPeriod(rentals, last))
  const mayBeSigned = journey.next.kind === "sign" && isMoved(rented)
  if (accepted && !mayBeSigned && !isMoved(inForce)) return null
  return { when: periodOf(last), answer: last.answer, accepted }
}

function endView(
  { end }: BookingPage,
  next: Extract<BookingPage["journey"]["next"], { kind: "ended" }>,
): BookingView["end"] {
  if (end) return end
  const nothing = { retained: 0, refund: 0, indemnity: 0, reason: null, refundBy: null, refunded: false }
  return { kind: next.how, at: next.at, ...nothing }
}
