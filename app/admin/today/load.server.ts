import { href } from "react-router"
import { occupancyRate } from "../../../domain/availability/occupancy-rate.ts"
import { addressLine } from "../../../domain/booking/booking.ts"
import { isPubliclyReachable } from "../../../server/shop/content/warn-missing-facts.ts"
import { toOpeningHours } from "../../../domain/content/business-facts.ts"
import { missingFacts } from "../../../domain/content/missing-facts.ts"
import { type Day, type Month, addDays, addMonths, dayInParis, monthOf } from "../../../domain/day.ts"
import {
  countPending,
  findLatestRequest,
  findPendingBooking,
  listPendingBookings,
} from "../../../server/booking-record/queries.ts"
import { listOutdatedPages } from "../../../server/shop/content/edit-legal.ts"
import { type PageText, readPageText } from "../../../server/shop/content/edit-pages.ts"
import { readLegalRates } from "../../../server/money/invoicing/legal-rates.ts"
import { environment } from "../../../server/platform/environment.server.ts"
import { halfYearLabel, halfYearsWithoutRate, rateLabel } from "../../../domain/invoicing/legal-interest.ts"
import { type SiteConfig, readSiteConfig } from "../../../server/shop/content/site.ts"
import { type FinanceSettings, readFinanceSettings, warehousePoint } from "../../../server/shop/settings/queries.ts"
import { readRevenueByMonth } from "../../../server/money/finance/revenue.ts"
import { certificateEndsAt } from "../../../server/platform/documents/certificate.ts"
import { listDepositMatters } from "../../../server/money/deposits/read-deposit.ts"
import { listDisputesToAnswer } from "../../../server/money/payments/disputes.ts"
import { countOpenBankLines } from "../../../server/money/bank/lines.ts"
import { listOpenRefunds } from "../../../server/money/finance/refunds.ts"
import { findOutsideConflicts } from "../../../server/availability/outside-conflicts.ts"
import { listFailingCalendars } from "../../../server/outside/outside-calendars/failing-calendars.ts"
import { countOpenRequests } from "../../../server/accounts/rights/queries.ts"
import { countLateRows } from "../../../server/jobs/sweeps/all.ts"
import { listContractsToSend, countLateSeals } from "../../../server/contracts/contract-queue.ts"
import { listOpenDateChanges } from "../../../server/reports/today/date-changes.ts"
import { type Matters, readOpenMatters } from "../../../server/reports/today/open-matters.ts"
import { countStoppedWebhooks } from "../../../server/outside/webhooks/manage.ts"
import { listUnwantedMoney } from "../../../server/reports/today/unwanted-money.ts"
import {
  type DayMoves,
  type Move,
  type OutgoingBooking,
  listFirstMoves,
  countMovesByDay,
  readShopCounts,
} from "../../../server/reports/today/queries.ts"
import { legalNames } from "../kit/legal-names.ts"
import { recentAnswerLabels } from "../kit/booking/recent-answers.server.ts"
import { completedLegLabel } from "../../../domain/booking/condition-report.ts"
import { placeLabel } from "../kit/booking/booking-labels.ts"
import type { ProfileId } from "../../../domain/id.ts"
import type { Excerpt, OpenMatter, OutgoingView, TodayView } from "./view.ts"
import { configurationGaps } from "./configuration-gaps.ts"
import { firstSteps } from "./first-steps.ts"
import { readNewShopStatus } from "../../../server/reports/today/new-shop.ts"
import { installationGaps } from "./installation-gaps.ts"
import {
  contractsNotSent,
  contractsToSign,
  datesToAnswer,
  depositsDue,
  disputesDue,
  unexpectedMoney,
  paymentsDue,
  refundsDue,
} from "./matters.server.ts"

const MONTHS = 12
const NEXT_DAYS = 7
const MAX_REQUESTS = 8
const MAX_MATTERS = 12
/** Per kind of move; the day sheet lists the rest. */
const MAX_MOVES = 5
/** Buying a certificate takes weeks. */
const CERTIFICATE_NOTICE_DAYS = 60

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
  const [pending, waiting, latest, refusedRequest, moves, revenue, counts, site, finance, about, services] =
    await Promise.all([
      listPendingBookings(MAX_REQUESTS, now),
      countPending(now),
      findLatestRequest(now),
      refusing === null ? null : findPendingBooking(refusing, now),
      countMovesByDay(first, to > last ? to : last),
      readRevenueByMonth(from, last),
      readShopCounts(),
      readSiteConfig(),
      readFinanceSettings(),
      readPageText("about"),
      readPageText("services"),
    ])
  const { contracts, payments, later } = await readOpenMatters(now, MAX_MATTERS)
  const toSend = await listContractsToSend(now, MAX_MATTERS)
  const [
    rights,
    dateChanges,
    refunds,
    unwanted,
    disputes,
    deposits,
    lateJobs,
    seals,
    certificateEnds,
    outdatedPages,
    bankLines,
    conflicts,
    unreadCalendars,
    silentWebhooks,
  ] = await Promise.all([
    countOpenRequests(now),
    listOpenDateChanges(MAX_MATTERS),
    listOpenRefunds(now),
    listUnwantedMoney(now, MAX_MATTERS),
    listDisputesToAnswer(),
    listDepositMatters(now),
    countLateRows(now),
    countLateSeals(now),
    certificateEndsAt(),
    listOutdatedPages(),
    countOpenBankLines(),
    findOutsideConflicts(now),
    listFailingCalendars(now),
    countStoppedWebhooks(),
  ])
  const answered = await recentAnswerLabels(reader, now)
  const steps = await stepsToFirstBooking(site, finance, now)
  const gaps = configurationGaps({
    facts: missingFacts(site, finance),
    isOfFinance: (fact) => fact in finance,
    hasOpeningHours: toOpeningHours(site) !== null,
    isDepotUnplaced: finance.warehouseCity !== "" && !warehousePoint(finance),
    hasFirstSteps: steps !== null,
    isPublic: isPubliclyReachable(environment),
  })
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
    answered,
    refusing: refusing === null ? null : (refusedRequest ?? "answered"),
    toSend: { items: contractsNotSent(toSend.items), count: toSend.count },
    dateChanges: { items: datesToAnswer(dateChanges.items, now), count: dateChanges.count },
    refunds: { items: refundsDue(refunds.slice(0, MAX_MATTERS), today), count: refunds.length },
    unexpectedMoney: { items: unexpectedMoney(unwanted.items, now), count: unwanted.count },
    deposits: { items: depositsDue(deposits.slice(0, MAX_MATTERS), today), count: deposits.length },
    disputes: { items: disputesDue(disputes.slice(0, MAX_MATTERS), now), count: disputes.length },
    contracts: toExcerpt(contracts, contractsToSign(contracts.items, now)),
    payments: toExcerpt(payments, paymentsDue(payments.items, now)),
    later,
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
    failedMails: counts.failedMails,
    bankLines,
    doubleBookings: conflicts.map(({ calendarName, productName, days, bookings }) => ({
      calendarName,
      productName,
      days,
      bookings: bookings.map(({ number, clientName }) => ({ number, clientName })),
    })),
    lostCalendars: unreadCalendars,
    lateRows: lateJobs.reduce((sum, { rows }) => sum + rows, 0),
    lateSeals: seals,
    certificateEnds:
      certificateEnds && certificateEnds.getTime() - now.getTime() < CERTIFICATE_NOTICE_DAYS * 86_400_000
        ? certificateEnds
        : null,
    activeProducts: counts.activeProducts,
    depotMissing: !warehousePoint(finance),
    legalGapCount: gaps.legalGapCount,
    firstSteps: steps,
    missing: [
      ...installationGaps(steps === null ? environment : { ...environment, smtpUrl: "" }),
      ...(await rateGap(today)),
      ...gaps.missing,
      ...webhookGap(silentWebhooks),
      ...textGaps(about, services),
      ...outdatedPages.map((page) => ({
        label: `texte à publier de nouveau, vos réglages ont changé\u00a0: ${legalNames[page]}`,
        href: href("/admin/legal/:page", { page }),
      })),
    ],
  }
}

/** null once every step is done or the first booking exists; "À compléter" lists the gaps from then on. */
async function stepsToFirstBooking(
  site: SiteConfig,
  finance: FinanceSettings,
  now: Date,
): Promise<TodayView["firstSteps"]> {
  const products = await readNewShopStatus(now)
  if (products === null) return null
  const steps = firstSteps({
    missing: missingFacts(site, finance),
    hasOpeningHours: toOpeningHours(site) !== null,
    hasDepot: warehousePoint(finance) !== null,
    canSendMail: environment.smtpUrl !== null,
    products,
  })
  return steps.every(({ done }) => done) ? null : steps
}

/** Webhooks are stopped after failing for three days. */
function webhookGap(stopped: number): TodayView["missing"] {
  if (stopped === 0) return []
  const label =
    stopped > 1
      ? `${stopped} webhooks arrêtés\u00a0: leurs programmes ne répondent plus`
      : "webhook arrêté\u00a0: son programme ne répond plus"
  return [{ label, href: href("/admin/webhooks") }]
}

/** Interest uses the rate of each half-year (L214-2); the last recorded rate applies until the next. */
async function rateGap(today: Day): Promise<TodayView["missing"]> {
  const rates = await readLegalRates()
  const missing = halfYearsWithoutRate(rates, today)
  if (missing.length === 0) return []
  const last = rateLabel(rates.at(-1)?.basisPoints ?? 0)
  return [
    {
      label: `taux d’intérêt légal du ${missing.map(halfYearLabel).join(" et du ")} (le dernier connu sert en attendant, ${last})`,
      href: `${href("/admin/finance")}#taux-legal`,
    },
  ]
}

function textGaps(about: PageText | null, services: PageText | null): TodayView["missing"] {
  const pages = [
    { page: about, label: "texte de la page À propos", to: href("/admin/about") },
    { page: services, label: "texte de la page Services", to: href("/admin/services") },
  ]
  return pages.filter(({ page }) => !page?.content.trim()).map(({ label, to }) => ({ label, href: to }))
}

function lastDayOfMonth(day: Day): Day {
  return addDays(`${addMonths(monthOf(day), 1)}-01`, -1)
}

function toExcerpt({ count }: Matters<unknown>, items: readonly OpenMatter[]): Excerpt<OpenMatter> {
  return { items, count }
}

async function movesExcerpt(move: Move, day: DayMoves | undefined): Promise<Excerpt<OutgoingView>> {
  if (!day || day[move] === 0) return { items: [], count: 0 }
  return {
    items: (await listFirstMoves(move, day.day, MAX_MOVES)).map((booking) => toOutgoingView(move, booking)),
    count: day[move],
  }
}

function toOutgoingView(
  move: Move,
  { id, clientName, productName, isDelivery, address, isDone }: OutgoingBooking,
): OutgoingView {
  return {
    done: isDone ? completedLegLabel(move === "returns" ? "back" : "out", { isDelivery }) : null,
    id,
    clientName,
    productName,
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
