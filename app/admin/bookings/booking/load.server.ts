import { randomUUID } from "node:crypto"
import { href } from "react-router"
import { hoursSentences } from "../../../../domain/booking/hours.ts"
import { occupiesDays } from "../../../../domain/booking/status.ts"
import { evidenceLabels } from "../../../../domain/contracts/evidence.ts"
import { isMailed } from "../../../../domain/correspondence/reach.ts"
import { notedCauses } from "../../../../domain/booking/booking-end.ts"
import { type Day, dayInParis, isDay } from "../../../../domain/day.ts"
import { disputeEvidence, disputeReasonLabel } from "../../../../domain/finance/dispute.ts"
import type { BookingId, Id } from "../../../../domain/id.ts"
import { UNDO_TAKEN_FOR_SECONDS } from "../../../../domain/journal/undo-window.ts"
import { openCauses, previewNotedEnd } from "../../../../server/bookings/end-for-cause.ts"
import { readBookingPage } from "../../../../server/bookings/booking-page.ts"
import { lastClosedDateChange, previewDateChange } from "../../../../server/bookings/date-change.ts"
import { bookingIdOf, bookingNumberOf } from "../../../../server/booking-record/found-by.ts"
import { storedHours } from "../../../../server/booking-record/hours.ts"
import { versionText } from "../../../../server/platform/revisions/version.ts"
import { notesOf } from "../../../../server/bookings/notes.ts"
import type { Booking } from "../../../../server/booking-record/booking.ts"
import { type BookingDetail, bookingDetail, pendingBooking } from "../../../../server/booking-record/queries.ts"
import { venuesOf } from "../../../../server/bookings/venue.ts"
import { bookingVersion } from "../../../../server/bookings/booking-version.ts"
import { reportsOf } from "../../../../server/booking-record/condition/record.ts"
import { type EvidenceLine, evidenceOf } from "../../../../server/contracts/evidence.ts"
import { openBookingLinks } from "../../../../server/access/capability-links.ts"
import { signingTerms } from "../../../../server/contracts/signing-terms.ts"
import type { Contract } from "../../../../server/contracts/versions.ts"
import { readDeposit } from "../../../../server/money/deposits/read-deposit.ts"
import { moneyToGiveBack } from "../../../../server/money/finance/give-money-back.ts"
import { canBeTakenBack, dueOf, paymentsOf } from "../../../../server/money/finance/payments.ts"
import { refundsOf } from "../../../../server/money/finance/refunds.ts"
import { readInsurance, takesCertificate } from "../../../../server/bookings/insurance/read-certificate.ts"
import { invoicesOf } from "../../../../server/money/invoicing/list.ts"
import { mailsOf } from "../../../../server/outside/mails/ledger.ts"
import { disputesOf } from "../../../../server/money/payments/disputes.ts"
import { acceptedTextPaths } from "../../../http/legal-path.ts"
import { type BookingPageUrl, endCausePaths } from "../../kit/booking/booking-url.ts"
import { cancellationFigures, detailView } from "../record/detail.server.ts"
import { editProblemMessage } from "../record/edit-messages.server.ts"
import { endProblemText } from "./end-acts.server.ts"
import { datesClosed } from "./problems.server.ts"
import type { ContractVersionView, DateRequestView, DayView, EndingView, OwnerBookingView } from "./view.ts"

/** The id of the booking of that number in an address; null when there is none. */
export function bookingOfAddress(number: string): Promise<BookingId | null> {
  return /^[1-9]\d{0,14}$/.test(number) ? bookingIdOf(Number(number)) : Promise.resolve(null)
}

/** The number of a booking whose id stands in an address, as the journal writes it; null for anything else. */
export function numberOfId(text: string): Promise<number | null> {
  return bookingNumberOf(text)
}

/** Everything of one booking, as its owner sees it; null when there is none of that number. */
export async function readOwnerBooking(
  number: string,
  url: BookingPageUrl,
  now: Date,
): Promise<Omit<OwnerBookingView, "flash"> | null> {
  const id = await bookingOfAddress(number)
  const detail = id === null ? null : await bookingDetail(id, now)
  if (id === null || !detail) return null
  const today = dayInParis(now)
  const [page, notes, payments, refunds, disputes, due, mails, invoices, deposit, openLinks, giveBack, insurance] =
    await Promise.all([
      readBookingPage(detail, now),
      notesOf(id),
      paymentsOf(id),
      refundsOf(id),
      disputesOf(id),
      dueOf(id, now),
      mailsOf(id),
      invoicesOf(id),
      readDeposit(detail),
      openBookingLinks(id, now),
      moneyToGiveBack(id, now),
      readInsurance(detail, now),
    ])
  const trails = await Promise.all(page.contracts.map((contract) => evidenceOf(contract.id)))
  const contracts = page.contracts.map((contract, index) => versionView(contract, trails[index] ?? [], detail))
  const live = page.contracts.some(({ status, dueAt }) => status === "signed" || (status === "sent" && dueAt !== null))
  const hasMail = isMailed(detail.client)
  const prepared = page.contracts.some(({ status }) => status === "prepared")
  const waiting = page.contracts.findLast(({ status }) => status === "prepared" || status === "sent") ?? null
  const confirmedAt = detail.confirmedAt?.getTime() ?? null
  // A version that was just made leaves by itself, as does the first one of a confirmation.
  const isUnderWay =
    confirmedAt !== null &&
    now.getTime() - Math.max(confirmedAt, waiting?.status === "prepared" ? waiting.createdAt.getTime() : 0) <=
      UNDO_TAKEN_FOR_SECONDS * 1000
  const open = page.dateChanges.find(({ status }) => status === "open") ?? null
  const [refusing, ending, terms, offer, seen, closed] = await Promise.all([
    url.question === "refuser" ? pendingBooking(id, now) : null,
    url.question === "annuler" ? endingView(id, url, now) : null,
    url.question === "signer" && waiting ? signingTerms(detail, waiting, now) : null,
    url.question === "dates" && open ? offerOf(id, open.id, now) : null,
    url.question === "prix" || url.question === "retirer-prix" ? bookingVersion(id) : null,
    url.question === "dates" && !open ? lastClosedDateChange(id) : null,
  ])
  return {
    url,
    now,
    today,
    booking: detailView(detail, today, notes, mails),
    hasMail,
    journey: page.journey,
    contracts: contracts.toReversed(),
    openLinks,
    acceptedTerms: acceptedTextPaths(detail.termsVersion),
    contractToSend: detail.status === "confirmed" && !live && !(prepared && !hasMail) && !isUnderWay,
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
      correctable: !payment.corrected && canBeTakenBack(payment, disputes),
      lost: payment.provider !== null && canBeTakenBack(payment, disputes),
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
        byItself: paymentId !== null && failedAt === null && madeOn === null,
        failed: failedAt !== null,
        reason,
        kind,
        amount,
        dueOn,
        late: madeOn === null && dueOn < today,
        made: madeOn !== null && madeMeans !== null ? { on: madeOn, means: madeMeans, note } : null,
      }),
    ),
    giveBack: giveBack ?? { paid: 0, overpaid: 0, asked: 0, max: 0 },
    invoices,
    deposit,
    insurance:
      detail.status === "pending" || detail.status === "refused"
        ? null
        : { state: insurance.state, asked: insurance.asked, open: takesCertificate(detail, now) },
    paid: page.paid,
    due,
    payable: detail.agreement !== null && !detail.isDemonstration,
    end: page.end && {
      kind: page.end.kind,
      at: page.end.at,
      kept: page.end.kept,
      refund: page.end.refund,
      indemnity: page.end.indemnity,
      reason: page.end.reason,
    },
    dateAnswer: closed && datesClosed({ kind: "not-open", closed, newer: null }, closed.status, now),
    dateRequest: open && { id: open.id, days: open.dates, note: open.note, askedAt: open.askedAt, offer },
    refusing: url.question === "refuser" ? (refusing ?? "closed") : null,
    ending,
    signing:
      url.question !== "signer"
        ? null
        : waiting && terms && detail.status === "confirmed"
          ? {
              contractId: waiting.id,
              version: waiting.version,
              sha256: waiting.sha256,
              clientName: terms.client.name,
              termsVersion: terms.terms.version,
              ticksNeeded: terms.ticksNeeded,
              today,
              days: (waiting.booked ?? detail).dates,
              total: waiting.total,
              files: contracts.find(({ id: version }) => version === waiting.id)?.files ?? [],
            }
          : "closed",
    priceOpen: occupiesDays(detail.status) && today <= detail.firstDay,
    pricing:
      seen === null
        ? null
        : {
            seen,
            contract: page.contracts.some(({ status }) => status === "signed")
              ? "signed"
              : waiting
                ? "waiting"
                : "none",
          },
    formKey: randomUUID(),
    day: occupiesDays(detail.status) ? await dayView(detail, today) : null,
  }
}

async function endingView(id: BookingId, { about, on: typedDay }: BookingPageUrl, now: Date): Promise<EndingView> {
  const figures = await cancellationFigures(id, now)
  if (!figures) return "closed"
  if (about === endCausePaths.company) return { step: "company", figures }
  const cause = notedCauses.find((known) => endCausePaths[known] === about)
  const latest = cause && (await previewNotedEnd(id, { cause, on: null }, now))
  if (!cause || !latest?.ok) return { step: "who", causes: await openCauses(id, now) }
  const { days } = latest.value
  const day = typedDay ?? days.to
  const preview = isDay(day) ? await previewNotedEnd(id, { cause, on: day }, now) : null
  const nothing = { settlement: null, signed: false, withdrawal: null }
  const { settlement, signed, withdrawal } = preview?.ok ? preview.value : nothing
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

async function offerOf(bookingId: BookingId, requestId: Id, now: Date): Promise<DateRequestView["offer"]> {
  const seen = await bookingVersion(bookingId)
  const preview = await previewDateChange(bookingId, requestId, now)
  if (preview.ok) {
    const { after, booking } = preview.value.proposal
    return { total: after.total, totalBefore: booking.total, seen }
  }
  const { error } = preview
  return {
    problem: error.kind === "not-open" ? "Cette demande n’attend plus de réponse." : editProblemMessage(error, now),
  }
}

function versionView(
  contract: Contract,
  trail: readonly EvidenceLine[],
  { number, isExample }: Pick<BookingDetail, "number" | "isExample">,
): ContractVersionView {
  const { id, version, status, createdAt, sentAt, dueAt, signedAt, signedHow, sha256 } = contract
  const of = { number: String(number) }
  const asked = new URLSearchParams({ version: String(version) })
  return {
    id,
    version,
    status,
    createdAt,
    sentAt,
    dueAt,
    signedAt,
    signedHow,
    sha256,
    files: [
      ...(contract.sealedKey === null
        ? []
        : [
            {
              label: "PDF signé et scellé",
              href: `${href("/admin/bookings/:number/contrat.pdf", of)}?${asked}`,
              sha256: contract.sealedSha256,
            },
          ]),
      ...(contract.pdfKey === null
        ? []
        : [
            {
              label: contract.sealedKey === null ? "PDF" : "PDF avant signature",
              href: `${href("/admin/bookings/:number/contrat.pdf", of)}?${asked}&piece=original`,
              sha256: contract.pdfSha256,
            },
          ]),
      ...(contract.content === null
        ? []
        : [{ label: "Texte", href: `${href("/admin/bookings/:number/contrat.txt", of)}?${asked}`, sha256 }]),
    ],
    sealing: status === "signed" && contract.sealedSha256 === null && !isExample,
    erased: contract.content === null,
    evidence: trail.map((line) => ({
      id: line.id,
      at: line.at,
      text: evidenceLabels[line.kind],
      facts: factsOf(line),
    })),
  }
}

/** Who and from where, as the trail keeps it. */
function factsOf({ personal, details }: EvidenceLine): string[] {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? [value] : [])
  return [
    ...text(personal?.["name"]),
    ...text(personal?.["email"]),
    ...text(personal?.["address"]).map((address) => `adresse ${address}`),
    ...text(details["sha256"]).map((sha256) => `SHA-256 ${sha256}`),
  ]
}

/** What is known of the day of a booking that goes on. */
async function dayView(booking: Booking, today: Day): Promise<DayView> {
  const { id, firstDay, lastDay } = booking
  const [{ setAt, ...hours }, venues, reports] = await Promise.all([storedHours(id), venuesOf([id]), reportsOf(id)])
  return {
    open: lastDay >= today,
    firstDay,
    hours,
    hoursVersion: versionText(setAt),
    sentences: hoursSentences(hours, booking),
    venue: venues.get(id) ?? null,
    reports: reports.map(({ id: report, leg, damaged, recordedAt }) => ({ id: report, leg, damaged, at: recordedAt })),
  }
}
