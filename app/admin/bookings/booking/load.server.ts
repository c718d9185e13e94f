import { randomUUID } from "node:crypto"
import { occupiesDays } from "../../../../domain/booking/status.ts"
import { isMailed } from "../../../../domain/correspondence/is-mailed.ts"
import { externalCauses } from "../../../../domain/booking/booking-end.ts"
import { type Day, dayInParis, isDay } from "../../../../domain/day.ts"
import { disputeEvidence, disputeReasonLabel } from "../../../../domain/finance/dispute.ts"
import type { BookingId, Id } from "../../../../domain/id.ts"
import { UNDO_ACCEPTED_SECONDS } from "../../../../domain/journal/undo-window.ts"
import { bookingStops } from "../../../../domain/rental/rental-times.ts"
import { periodOf, periodOfRentals } from "../../../../domain/rental/rental.ts"
import { listHomelessRentals } from "../../../../server/availability/homeless.ts"
import { listOpenCauses, previewNotedEnd } from "../../../../server/bookings/end-for-cause.ts"
import { type BookingPage, readBookingPage } from "../../../../server/bookings/booking-page.ts"
import { concernedPeriod, lastClosedDateChange, previewDateChange } from "../../../../server/bookings/date-change.ts"
import type { RentedBooking } from "../../../../server/booking-record/rentals.ts"
import { readStoredHours } from "../../../../server/booking-record/hours.ts"
import { versionText } from "../../../../server/platform/revisions/version.ts"
import { listBookingNotes } from "../../../../server/bookings/notes.ts"
import { readBookingDetail, findPendingBooking } from "../../../../server/booking-record/queries.ts"
import { readEventStarts } from "../../../../server/booking-record/event-starts.ts"
import { toEventStart } from "../../../../server/bookings/event-start.ts"
import { listMarkedStops, timesOfStop } from "../../../../server/booking-record/stop-times.ts"
import { readVenues } from "../../../../server/bookings/venue.ts"
import { readBookingVersion } from "../../../../server/bookings/booking-version.ts"
import { listEvidence } from "../../../../server/contracts/evidence.ts"
import { countOpenBookingLinks } from "../../../../server/access/capability-links.ts"
import { readSigningTerms } from "../../../../server/contracts/signing-terms.ts"
import { readDeposit } from "../../../../server/money/deposits/read-deposit.ts"
import { readRefundableMoney } from "../../../../server/money/finance/give-money-back.ts"
import { readDueAmount, listPayments } from "../../../../server/money/finance/payments.ts"
import { canCorrect } from "../../../../server/money/finance/correct-payment.ts"
import { listRefunds } from "../../../../server/money/finance/refunds.ts"
import { readInsurance } from "../../../../server/bookings/insurance/read-certificate.ts"
import { listBookingInvoices } from "../../../../server/money/invoicing/list.ts"
import { listBookingMails } from "../../../../server/outside/mails/ledger.ts"
import { listDisputes } from "../../../../server/money/payments/disputes.ts"
import { acceptedTextPaths } from "../../../http/legal-path.ts"
import { type BookingPageUrl, endCausePaths } from "../../kit/booking/booking-url.ts"
import { cancellationFigures, detailView } from "../record/detail.server.ts"
import { editProblemMessage } from "../record/edit-messages.server.ts"
import { endProblemText } from "./end-acts.server.ts"
import { readShiftsView } from "./shifts.server.ts"
import { rentalEndingView } from "./end-rental.server.ts"
import { closedDateRequestMessage } from "./problems.server.ts"
import type { DateRequestView, DayView, EndingView, OwnerBookingView } from "./view.ts"
import { bookingIdFromParam } from "../../kit/booking/booking-id.server.ts"
import { canBePrepared } from "../../../../server/bookings/preparing.ts"
import { versionView } from "./versions.server.ts"

export async function readOwnerBooking(
  number: string,
  url: BookingPageUrl,
  now: Date,
): Promise<Omit<OwnerBookingView, "flash"> | null> {
  const id = await bookingIdFromParam(number)
  const detail = id === null ? null : await readBookingDetail(id, now)
  if (id === null || !detail) return null
  const today = dayInParis(now)
  const [
    page,
    notes,
    payments,
    refunds,
    disputes,
    due,
    mails,
    invoices,
    deposit,
    openLinks,
    giveBack,
    insurance,
    homeless,
  ] = await Promise.all([
    readBookingPage(detail, now),
    listBookingNotes(id),
    listPayments(id),
    listRefunds(id),
    listDisputes(id),
    readDueAmount(id, now),
    listBookingMails(id),
    listBookingInvoices(id),
    readDeposit(detail),
    countOpenBookingLinks(id, now),
    readRefundableMoney(id, now),
    readInsurance(detail, now),
    listHomelessRentals(now, id),
  ])
  const trails = await Promise.all(page.contracts.map((contract) => listEvidence(contract.id)))
  const contracts = page.contracts.map((contract, index) => versionView(contract, trails[index] ?? [], detail))
  const hasRunningContract = page.contracts.some(
    ({ status, dueAt }) => status === "signed" || (status === "sent" && dueAt !== null),
  )
  const hasMail = isMailed(detail.client)
  const hasPreparedContract = page.contracts.some(({ status }) => status === "prepared")
  const waitingContract = page.contracts.findLast(({ status }) => status === "prepared" || status === "sent") ?? null
  const confirmedAt = detail.confirmedAt?.getTime() ?? null
  // A new version, like the first after confirmation, is sent automatically once the undo period is over.
  const isBeingSent =
    confirmedAt !== null &&
    now.getTime() -
      Math.max(confirmedAt, waitingContract?.status === "prepared" ? waitingContract.createdAt.getTime() : 0) <=
      UNDO_ACCEPTED_SECONDS * 1000
  const openRequest = page.dateChanges.find(({ status }) => status === "open") ?? null
  const [refusing, ending, rentalEnding, terms, offer, loadedVersion, closedRequest] = await Promise.all([
    url.dialog === "refuser" ? findPendingBooking(id, now) : null,
    url.dialog === "annuler" ? endingView(id, url, now) : null,
    url.dialog === "location" ? rentalEndingView(detail, url, now) : null,
    url.dialog === "signer" && waitingContract ? readSigningTerms(detail, waitingContract, now) : null,
    url.dialog === "dates" && openRequest ? readOffer(id, openRequest.id, now) : null,
    url.dialog === "prix" || url.dialog === "retirer-prix" ? readBookingVersion(id) : null,
    url.dialog === "dates" && !openRequest ? lastClosedDateChange(id) : null,
  ])
  const day = occupiesDays(detail.status) ? await dayView(detail, page.reports, today) : null
  const shifts = day && detail.status === "confirmed" ? await readShiftsView({ ...detail, ...day }, today) : null
  return {
    url,
    now,
    today,
    booking: detailView(detail, today, notes, mails),
    hasMail,
    homeless,
    journey: page.journey,
    contracts: contracts.toReversed(),
    openLinks,
    acceptedTerms: acceptedTextPaths(detail.termsVersion),
    contractToSend:
      detail.status === "confirmed" && !hasRunningContract && !(hasPreparedContract && !hasMail) && !isBeingSent,
    instalments: page.instalments,
    signedTotal: page.contracts.some(({ status }) => status === "signed") ? page.inForce.total : null,
    payments: payments.map((payment) => ({
      id: payment.id,
      means: payment.means,
      amount: payment.amount,
      receivedOn: payment.receivedOn,
      recordedAt: payment.recordedAt,
      note: payment.note,
      isDemonstration: payment.provider === "demo",
      payerLivesAbroad: payment.payerLivesAbroad,
      corrected: payment.corrected,
      correctable: !payment.corrected && canCorrect(payment, disputes),
      isReturnedByBank: payment.provider !== null && canCorrect(payment, disputes),
    })),
    disputes: disputes.map(({ providerId, paymentId, amount, stage, reason, answerBy, depositTryId }) => ({
      id: providerId,
      paymentId,
      amount,
      stage,
      reason: disputeReasonLabel(reason),
      answerBy,
      ofDeposit: depositTryId !== null,
      evidence: disputeEvidence(reason, { ofDeposit: depositTryId !== null }),
    })),
    refunds: refunds.map(
      ({ id: refund, kind, reason, amount, dueOn, madeOn, madeMeans, note, paymentId, failedAt }) => ({
        id: refund,
        isAutomatic: paymentId !== null && failedAt === null && madeOn === null,
        failed: failedAt !== null,
        reason,
        kind,
        amount,
        dueOn,
        late: madeOn === null && dueOn < today,
        made: madeOn !== null && madeMeans !== null ? { on: madeOn, means: madeMeans, note } : null,
      }),
    ),
    giveBack: giveBack ?? { paid: 0, overpaid: 0, totalDue: 0, max: 0 },
    invoices,
    deposit,
    insurance:
      detail.status === "pending" || detail.status === "refused"
        ? null
        : { state: insurance.state, isRequired: insurance.isRequired, open: canBePrepared(detail, now) },
    paid: page.paid,
    due,
    payable: detail.agreement !== null && !detail.isDemonstration,
    end: page.end && {
      kind: page.end.kind,
      at: page.end.at,
      retained: page.end.retained,
      refund: page.end.refund,
      indemnity: page.end.indemnity,
      reason: page.end.reason,
    },
    dateAnswer:
      closedRequest &&
      closedDateRequestMessage({ kind: "not-open", closed: closedRequest, newer: null }, closedRequest.status, now),
    dateRequest: openRequest && {
      id: openRequest.id,
      productName: detail.rentals.find(({ position }) => position === openRequest.rental)?.productName ?? null,
      periodBefore: periodOf(concernedPeriod(detail.rentals, openRequest)),
      period: periodOf(openRequest),
      note: openRequest.note,
      requestedAt: openRequest.askedAt,
      offer,
    },
    refusing: url.dialog === "refuser" ? (refusing ?? "closed") : null,
    ending,
    rentalEnding,
    signing:
      url.dialog !== "signer"
        ? null
        : waitingContract && terms && detail.status === "confirmed"
          ? {
              contractId: waitingContract.id,
              version: waitingContract.version,
              sha256: waitingContract.sha256,
              clientName: terms.client.name,
              termsVersion: terms.terms.version,
              ticksNeeded: terms.ticksNeeded,
              today,
              period: waitingContract.booked ? periodOfRentals(waitingContract.booked.rentals) : periodOf(detail),
              total: waitingContract.total,
              files: contracts.find(({ id: version }) => version === waitingContract.id)?.files ?? [],
            }
          : "closed",
    priceOpen: occupiesDays(detail.status) && today <= detail.firstDay,
    pricing:
      loadedVersion === null
        ? null
        : {
            loadedVersion,
            contract: page.contracts.some(({ status }) => status === "signed")
              ? "signed"
              : waitingContract
                ? "waiting"
                : "none",
          },
    formKey: randomUUID(),
    day,
    shifts,
  }
}

async function endingView(
  id: BookingId,
  { target, noticeDay: typedDay }: BookingPageUrl,
  now: Date,
): Promise<EndingView> {
  const figures = await cancellationFigures(id, now)
  if (!figures) return "closed"
  if (target === endCausePaths.company) return { step: "company", figures }
  const cause = externalCauses.find((candidate) => endCausePaths[candidate] === target)
  const latest = cause && (await previewNotedEnd(id, { cause, on: null }, now))
  if (!cause || !latest?.ok) return { step: "who", causes: await listOpenCauses(id, now) }
  const { days } = latest.value
  const day = typedDay ?? days.to
  const preview = isDay(day) ? await previewNotedEnd(id, { cause, on: day }, now) : null
  const noPreview = { settlement: null, signed: false, withdrawal: null }
  const { settlement, signed, withdrawal } = preview?.ok ? preview.value : noPreview
  return {
    step: "noted",
    cause,
    on: day,
    days,
    clause: cause === "customer" ? null : cause,
    figures: settlement && { ...settlement, signed },
    withdrawal,
    error:
      preview === null
        ? "Indiquez une date."
        : preview.ok || preview.error.kind === "not-found"
          ? null
          : endProblemText(preview.error),
  }
}

async function readOffer(bookingId: BookingId, requestId: Id, now: Date): Promise<DateRequestView["offer"]> {
  const loadedVersion = await readBookingVersion(bookingId)
  const preview = await previewDateChange(bookingId, requestId, now)
  if (preview.ok) {
    const { after, booking } = preview.value.proposal
    return { total: after.total, totalBefore: booking.total, loadedVersion }
  }
  const { error } = preview
  return {
    problem: error.kind === "not-open" ? "Cette demande n’attend plus de réponse." : editProblemMessage(error, now),
  }
}

async function dayView(booking: RentedBooking, reports: BookingPage["reports"], today: Day): Promise<DayView> {
  const { id, isDelivery, firstDay, returnsOn } = booking
  const [{ setAt, ...hours }, eventStarts, venues, marked] = await Promise.all([
    readStoredHours(id),
    readEventStarts([id]),
    readVenues([id]),
    listMarkedStops([id]),
  ])
  const stops = bookingStops(booking.rentals, { isDelivery, hours }).map((stop) => ({
    ...stop,
    times: timesOfStop(marked, { bookingId: id, ...stop }),
  }))
  return {
    open: returnsOn >= today,
    firstDay,
    hours,
    hoursVersion: versionText(setAt),
    stops,
    eventStart: isDelivery ? toEventStart(eventStarts.get(id), stops) : null,
    venue: venues.get(id) ?? null,
    reports: reports.map(({ id: report, leg, damaged, recordedAt }) => ({ id: report, leg, damaged, at: recordedAt })),
  }
}
