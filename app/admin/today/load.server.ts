import { occupancyRate } from "../../../domain/availability/occupancy-rate.ts"
import { addressLine } from "../../../domain/booking/booking.ts"
import { type Day, type Month, addDays, addMonths, dayInParis, monthOf } from "../../../domain/day.ts"
import {
  countPending,
  findLatestRequest,
  findPendingBooking,
  listInstantBookings,
  listPendingBookings,
} from "../../../server/booking-record/queries.ts"
import { listChecksDue } from "../../../server/bookings/machines/checks.ts"
import { listPrintsToOrder } from "../../../server/bookings/machines/supplies.ts"
import { readSiteConfig } from "../../../server/shop/content/site.ts"
import { readFinanceSettings, warehousePoint } from "../../../server/shop/settings/queries.ts"
import { readRevenueByMonth } from "../../../server/money/finance/revenue.ts"
import { certificateEndsAt } from "../../../server/platform/documents/certificate.ts"
import { listDepositMatters } from "../../../server/money/deposits/read-deposit.ts"
import { listDisputesToAnswer } from "../../../server/money/payments/disputes.ts"
import { listOpenRefunds } from "../../../server/money/finance/refunds.ts"
import { listHomelessRentals } from "../../../server/availability/homeless.ts"
import { findOutsideConflicts } from "../../../server/availability/outside-conflicts.ts"
import { listFailingCalendars } from "../../../server/outside/outside-calendars/failing-calendars.ts"
import { countOpenRequests } from "../../../server/accounts/rights/queries.ts"
import { countLateRows } from "../../../server/jobs/sweeps/all.ts"
import { listContractsToSend } from "../../../server/contracts/contract-queue.ts"
import { listOpenDateChanges } from "../../../server/reports/today/date-changes.ts"
import { type Matters, readOpenMatters } from "../../../server/reports/today/open-matters.ts"
import { listUnwantedMoney } from "../../../server/reports/today/unwanted-money.ts"
import {
  type DayMoves,
  type Move,
  type OutgoingBooking,
  type ShopCounts,
  listFirstMoves,
  countMovesByDay,
  readShopCounts,
} from "../../../server/reports/today/queries.ts"
import { listLateMachines } from "../../../server/availability/late-machines.ts"
import { listOpenShifts } from "../../../server/bookings/shifts/plan-shifts.ts"
import { listQuotesToFollowUp } from "../../../server/quotes/list-quotes.ts"
import { listNextSteps } from "../../../server/leads/list-leads.ts"
import { recentAnswerLabels } from "../kit/booking/recent-answers.server.ts"
import { lastMarkLabel } from "../kit/booking/stop-marks.ts"
import { completedLegLabel } from "../../../domain/booking/condition-report.ts"
import { placeLabel } from "../kit/booking/booking-labels.ts"
import type { ProfileId } from "../../../domain/id.ts"
import type { Excerpt, OpenMatter, OutgoingView, TodayView } from "./view.ts"
import {
  contractsNotSent,
  contractsToSign,
  datesToAnswer,
  depositsDue,
  disputesDue,
  unexpectedMoney,
  paymentsDue,
  refundsDue,
  shiftsToAssign,
} from "./matters.server.ts"
import { readGaps } from "./gaps.server.ts"

const MONTHS = 12
const NEXT_DAYS = 7
const MAX_REQUESTS = 8
const MAX_MATTERS = 12
const MAX_INSTANT = 8
const MAX_QUOTES = 5
/** Per kind of move; the day sheet lists the rest. */
const MAX_MOVES = 5
/** Buying a certificate takes weeks. */
const CERTIFICATE_NOTICE_DAYS = 60
/** Planning the statements of every sweep costs more than the rest of the page; the metrics count them all. */
const canarySweeps = ["expire-requests", "end-unsigned", "lapse-changes", "reconcile-cards"] as const

const none = { items: [], count: 0 }

/** `refusing`: id of the request in the refusal dialog. */
export async function readToday(
  reader: ProfileId,
  refusing: string | null,
  now: Date,
): Promise<Omit<TodayView, "flash">> {
  const today = dayInParis(now)
  const month = monthOf(today)
  const [first, last]: [Day, Day] = [`${month}-01`, lastDayOfMonth(today)]
  const [from, to]: [Day, Day] = [`${addMonths(month, 1 - MONTHS)}-01`, addDays(today, NEXT_DAYS)]
  const [pending, waiting, instant, answered, refusedRequest, moves, revenue, counts, site, finance] =
    await Promise.all([
      listPendingBookings(MAX_REQUESTS, now),
      countPending(now),
      listInstantBookings(new Date(now.getTime() - 24 * 3_600_000), MAX_INSTANT, now),
      recentAnswerLabels(reader, now),
      refusing === null ? null : findPendingBooking(refusing, now),
      countMovesByDay(first, to > last ? to : last),
      readRevenueByMonth(from, last),
      readShopCounts(now),
      readSiteConfig(),
      readFinanceSettings(),
    ])
  const [
    latest,
    rights,
    lateJobs,
    certificateEnds,
    conflicts,
    unreadCalendars,
    homeless,
    quotes,
    nextSteps,
    lateMachines,
    checksDue,
    printsToOrder,
  ] = await Promise.all([
    waiting.count > pending.length ? findLatestRequest(now) : (pending.at(-1) ?? null),
    counts.openRightsRequests > 0 ? countOpenRequests(now) : { near: 0, late: 0 },
    countLateRows(now, canarySweeps),
    certificateEndsAt(),
    counts.outsideCalendars > 0 ? findOutsideConflicts(now) : [],
    counts.outsideCalendars > 0 ? listFailingCalendars(now) : [],
    counts.hasHomeless ? listHomelessRentals(now) : [],
    counts.quotes > 0 ? listQuotesToFollowUp(now, MAX_QUOTES) : none,
    counts.leadsWithNextStep > 0 ? listNextSteps(today) : [],
    counts.hasStops ? listLateMachines(now) : [],
    counts.machineChecks > 0 ? listChecksDue(now) : [],
    counts.machineSupplies > 0 ? listPrintsToOrder(now) : [],
  ])
  const week = moves.filter(({ day }) => day >= today && day <= to)
  const [departures, returns, preparing] = await Promise.all([
    movesExcerpt("departures", week[0]),
    movesExcerpt("returns", week[0]),
    movesExcerpt("preparing", week[0]),
  ])
  const byMonth = new Map(revenue.map((each) => [each.month, each]))
  const months = Array.from({ length: MONTHS }, (_, index) => addMonths(month, index + 1 - MONTHS))
  return {
    now,
    today,
    pending: { items: pending, ...waiting, latest },
    instant,
    answered,
    refusing: refusing === null ? null : (refusedRequest ?? "answered"),
    ...(await readMatters(counts, now)),
    quotes,
    week: week.map(({ offered: _offered, ...counts }) => counts),
    moves: { departures, returns, preparing },
    revenue: months.map((each) => byMonth.get(each) ?? { month: each, bookings: 0, revenue: 0 }),
    monthOccupancy: monthOccupancy(
      moves.filter(({ day }) => day <= last),
      counts.units,
      month,
    ),
    rights,
    newMessages: counts.newMessages,
    nextSteps,
    checksDue,
    printsToOrder,
    failedMails: counts.failedMails,
    bankLines: counts.bankLines,
    doubleBookings: conflicts.map(({ calendarName, productName, days, hours, bookings }) => ({
      calendarName,
      productName,
      days,
      hours,
      bookings: bookings.map(({ number, clientName }) => ({ number, clientName })),
    })),
    lostCalendars: unreadCalendars,
    homeless,
    lateMachines,
    lateRows: lateJobs.reduce((sum, { rows }) => sum + rows, 0),
    lateSeals: counts.lateSeals,
    certificateEnds:
      certificateEnds && certificateEnds.getTime() - now.getTime() < CERTIFICATE_NOTICE_DAYS * 86_400_000
        ? certificateEnds
        : null,
    activeProducts: counts.activeProducts,
    depotMissing: !warehousePoint(finance),
    ...(await readGaps({ site, finance, counts, now })),
  }
}

type MattersView = Pick<
  TodayView,
  | "toSend"
  | "dateChanges"
  | "refunds"
  | "unexpectedMoney"
  | "disputes"
  | "deposits"
  | "shifts"
  | "contracts"
  | "payments"
  | "later"
>

async function readMatters(counts: ShopCounts, now: Date): Promise<MattersView> {
  const today = dayInParis(now)
  const { contracts, payments, later } = await readOpenMatters(now, MAX_MATTERS)
  const [toSend, dateChanges, refunds, unwanted, disputes, deposits, openShifts] = await Promise.all([
    listContractsToSend(now, MAX_MATTERS),
    counts.openDateChanges > 0 ? listOpenDateChanges(MAX_MATTERS) : none,
    counts.openRefunds > 0 ? listOpenRefunds(now) : [],
    listUnwantedMoney(now, MAX_MATTERS),
    counts.disputesToAnswer > 0 ? listDisputesToAnswer() : [],
    counts.openDeposits > 0 ? listDepositMatters(now) : [],
    listOpenShifts(now, NEXT_DAYS),
  ])
  return {
    toSend: { items: contractsNotSent(toSend.items), count: toSend.count },
    dateChanges: { items: datesToAnswer(dateChanges.items, now), count: dateChanges.count },
    refunds: { items: refundsDue(refunds.slice(0, MAX_MATTERS), today), count: refunds.length },
    unexpectedMoney: { items: unexpectedMoney(unwanted.items, now), count: unwanted.count },
    deposits: { items: depositsDue(deposits.slice(0, MAX_MATTERS), today), count: deposits.length },
    disputes: { items: disputesDue(disputes.slice(0, MAX_MATTERS), now), count: disputes.length },
    shifts: { items: shiftsToAssign(openShifts.slice(0, MAX_MATTERS), now), count: openShifts.length },
    contracts: toExcerpt(contracts, contractsToSign(contracts.items, now)),
    payments: toExcerpt(payments, paymentsDue(payments.items, now)),
    later,
  }
}

function lastDayOfMonth(day: Day): Day {
  return addDays(`${addMonths(monthOf(day), 1)}-01`, -1)
}

function toExcerpt({ count }: Matters<unknown>, items: readonly OpenMatter[]): Excerpt<OpenMatter> {
  return { items, count }
}

async function movesExcerpt(move: Move, day: DayMoves | undefined): Promise<Excerpt<OutgoingView>> {
  if (!day || day[move] === 0) return none
  return {
    items: (await listFirstMoves(move, day.day, MAX_MOVES)).map((booking) => toOutgoingView(move, booking)),
    count: day[move],
  }
}

function toOutgoingView(
  move: Move,
  { id, clientName, productName, planned, isDelivery, address, isDone, times }: OutgoingBooking,
): OutgoingView {
  const leg = move === "returns" ? "back" : "out"
  const marked = lastMarkLabel(times, { leg, isDelivery })
  return {
    isDone,
    marked: marked ?? (isDone ? completedLegLabel(leg, { isDelivery }) : null),
    id,
    clientName,
    productName: [productName, ...planned].join(", "),
    place: placeLabel({ isDelivery, address }),
    address: isDelivery ? addressLine(address) : null,
  }
}

function monthOccupancy(monthDays: readonly DayMoves[], units: number, month: Month): TodayView["monthOccupancy"] {
  const days = monthDays.map(({ day, offered }) => ({
    day,
    rented: offered,
    percent: occupancyRate(offered, units, 1) ?? 0,
  }))
  const rented = days.reduce((sum, day) => sum + day.rented, 0)
  return { month, units, percent: occupancyRate(rented, units, days.length), days }
}
