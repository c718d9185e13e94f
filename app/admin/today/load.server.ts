import { href } from "react-router"
import { occupancyRate } from "../../../domain/availability/occupancy-rate.ts"
import { addressLine } from "../../../domain/booking/booking.ts"
import { isOpenToTheWorld } from "../../../server/shop/content/warn-missing-facts.ts"
import { openingHoursOf } from "../../../domain/content/business-facts.ts"
import { missingFacts } from "../../../domain/content/missing-facts.ts"
import { type Day, type Month, addDays, addMonths, dayInParis, monthOf } from "../../../domain/day.ts"
import { countWaiting, latestRequest, pendingBooking, pendingBookings } from "../../../server/booking-record/queries.ts"
import { outdatedPages } from "../../../server/shop/content/edit-legal.ts"
import { type PageText, readPageText } from "../../../server/shop/content/edit-pages.ts"
import { readLegalRates } from "../../../server/money/invoicing/legal-rates.ts"
import { environment } from "../../../server/platform/environment.server.ts"
import { halfYearLabel, halfYearsWithoutRate, rateLabel } from "../../../domain/invoicing/legal-interest.ts"
import { type SiteConfig, readSiteConfig } from "../../../server/shop/content/site.ts"
import { type FinanceSettings, readFinanceSettings, warehouseOf } from "../../../server/shop/settings/queries.ts"
import { revenueByMonth } from "../../../server/money/finance/revenue.ts"
import { certificateEndsAt } from "../../../server/platform/documents/certificate.ts"
import { depositMatters } from "../../../server/money/deposits/read-deposit.ts"
import { disputesToAnswer } from "../../../server/money/payments/disputes.ts"
import { openBankLines } from "../../../server/money/bank/lines.ts"
import { openRefunds } from "../../../server/money/finance/refunds.ts"
import { outsideConflicts } from "../../../server/availability/outside-conflicts.ts"
import { lostOutsideCalendars } from "../../../server/outside/outside-calendars/failing-calendars.ts"
import { rightsDue } from "../../../server/accounts/rights/queries.ts"
import { lateSweeps } from "../../../server/jobs/sweeps/all.ts"
import { contractsToSend, lateSeals } from "../../../server/contracts/contract-queue.ts"
import { openDateChanges } from "../../../server/reports/today/date-changes.ts"
import { type Matters, openMatters } from "../../../server/reports/today/open-matters.ts"
import { stoppedWebhooks } from "../../../server/outside/webhooks/manage.ts"
import { unwantedMoney } from "../../../server/reports/today/unwanted-money.ts"
import {
  type DayMoves,
  type Move,
  type OutgoingBooking,
  firstMoves,
  movesByDay,
  shopCounts,
} from "../../../server/reports/today/queries.ts"
import { legalNames } from "../kit/legal-names.ts"
import { answeredLabels } from "../kit/booking/recent-answers.server.ts"
import { doneLegLabel } from "../../../domain/booking/condition-report.ts"
import { placeLabel } from "../kit/booking/booking-labels.ts"
import type { ProfileId } from "../../../domain/id.ts"
import type { Beginning, OpenMatter, OutgoingView, TodayView } from "./view.ts"
import { configurationGaps } from "./configuration-gaps.ts"
import { firstSteps } from "./first-steps.ts"
import { readFirstDay } from "../../../server/reports/today/first-day.ts"
import { installationGaps } from "./installation-gaps.ts"
import {
  contractsNotSent,
  contractsToSign,
  datesToAnswer,
  depositsDue,
  disputesDue,
  moneyUnwanted,
  paymentsDue,
  refundsDue,
} from "./matters.server.ts"

const MONTHS = 12
const NEXT_DAYS = 7
/** What one page lists; the screens of each matter have the rest. */
const REQUESTS = 8
const MATTERS = 12
/** Of today's departures, of its returns and of its preparations; the day's sheet has the rest. */
const MOVES = 5
/** A certificate that is bought takes its time. */
const CERTIFICATE_NOTICE_DAYS = 60

/** What the owner's first page shows at that instant; `refusing` is the request that is about to be refused. */
export async function readToday(
  reader: ProfileId,
  refusing: string | null,
  now: Date,
): Promise<Omit<TodayView, "flash">> {
  const today = dayInParis(now)
  const month = monthOf(today)
  const [first, last]: [Day, Day] = [`${month}-01`, lastDayOf(today)]
  const [from, to]: [Day, Day] = [`${addMonths(month, 1 - MONTHS)}-01`, addDays(today, NEXT_DAYS)]
  const [pending, waiting, latest, asked, moves, revenue, counts, site, finance, about, services] = await Promise.all([
    pendingBookings(REQUESTS, now),
    countWaiting(now),
    latestRequest(now),
    refusing === null ? null : pendingBooking(refusing, now),
    movesByDay(first, to > last ? to : last),
    revenueByMonth(from, last),
    shopCounts(),
    readSiteConfig(),
    readFinanceSettings(),
    readPageText("about"),
    readPageText("services"),
  ])
  const { contracts, payments, later } = await openMatters(now, MATTERS)
  const toSend = await contractsToSend(now, MATTERS)
  const [
    rights,
    dates,
    refunds,
    unwanted,
    disputes,
    deposits,
    late,
    seals,
    certificateEnds,
    outdated,
    bankLines,
    twice,
    lost,
    silentWebhooks,
  ] = await Promise.all([
    rightsDue(now),
    openDateChanges(MATTERS),
    openRefunds(now),
    unwantedMoney(now, MATTERS),
    disputesToAnswer(),
    depositMatters(now),
    lateSweeps(now),
    lateSeals(now),
    certificateEndsAt(),
    outdatedPages(),
    openBankLines(),
    outsideConflicts(now),
    lostOutsideCalendars(now),
    stoppedWebhooks(),
  ])
  const answered = await answeredLabels(reader, now)
  const steps = await stepsToFirstBooking(site, finance, now)
  const gaps = configurationGaps({
    facts: missingFacts(site, finance),
    isOfFinance: (fact) => fact in finance,
    hasOpeningHours: openingHoursOf(site) !== null,
    depotUnplaced: finance.warehouseCity !== "" && !warehouseOf(finance),
    hasFirstSteps: steps !== null,
    isOpenToTheWorld: isOpenToTheWorld(environment),
  })
  const week = moves.filter(({ day }) => day >= today && day <= to)
  const [departures, returns, preparing] = await Promise.all([
    beginningOf("departures", week[0]),
    beginningOf("returns", week[0]),
    beginningOf("preparing", week[0]),
  ])
  const known = new Map(revenue.map((each) => [each.month, each]))
  const months = Array.from({ length: MONTHS }, (_, index) => addMonths(month, index + 1 - MONTHS))
  return {
    now,
    today,
    pending: { shown: pending, ...waiting, latest },
    answered,
    refusing: refusing === null ? null : (asked ?? "answered"),
    toSend: { shown: contractsNotSent(toSend.shown), count: toSend.count },
    datesAsked: { shown: datesToAnswer(dates.shown, now), count: dates.count },
    refunds: { shown: refundsDue(refunds.slice(0, MATTERS), today), count: refunds.length },
    unwanted: { shown: moneyUnwanted(unwanted.shown, now), count: unwanted.count },
    deposits: { shown: depositsDue(deposits.slice(0, MATTERS), today), count: deposits.length },
    disputes: { shown: disputesDue(disputes.slice(0, MATTERS), now), count: disputes.length },
    contracts: beginning(contracts, contractsToSign(contracts.shown, now)),
    payments: beginning(payments, paymentsDue(payments.shown, now)),
    later,
    week: week.map(({ offered: _offered, ...counts }) => counts),
    moves: { departures, returns, preparing },
    revenue: months.map((each) => known.get(each) ?? { month: each, bookings: 0, revenue: 0 }),
    monthOccupancy: monthOccupancy(
      moves.filter(({ day }) => day <= last),
      counts.units,
      month,
    ),
    rights,
    newMessages: counts.newMessages,
    failedMails: counts.failedMails,
    bankLines,
    takenTwice: twice.map(({ calendarName, productName, days, bookings }) => ({
      calendarName,
      productName,
      days,
      bookings: bookings.map(({ number, clientName }) => ({ number, clientName })),
    })),
    lostCalendars: lost,
    lateRows: late.reduce((sum, { rows }) => sum + rows, 0),
    lateSeals: seals,
    certificateEnds:
      certificateEnds && certificateEnds.getTime() - now.getTime() < CERTIFICATE_NOTICE_DAYS * 86_400_000
        ? certificateEnds
        : null,
    activeProducts: counts.activeProducts,
    depotMissing: !warehouseOf(finance),
    lawWants: gaps.lawWants,
    firstSteps: steps,
    missing: [
      ...installationGaps(steps === null ? environment : { ...environment, smtpUrl: "" }),
      ...(await rateGap(today)),
      ...gaps.missing,
      ...webhookGap(silentWebhooks),
      ...textGaps(about, services),
      ...outdated.map((page) => ({
        label: `texte à publier de nouveau, vos réglages ont changé\u00a0: ${legalNames[page]}`,
        href: href("/admin/legal/:page", { page }),
      })),
    ],
  }
}

/** Null once all of it stands, or somebody has booked: then "À compléter" says what is missing. */
async function stepsToFirstBooking(
  site: SiteConfig,
  finance: FinanceSettings,
  now: Date,
): Promise<TodayView["firstSteps"]> {
  const products = await readFirstDay(now)
  if (products === null) return null
  const steps = firstSteps({
    missing: missingFacts(site, finance),
    hasOpeningHours: openingHoursOf(site) !== null,
    hasDepot: warehouseOf(finance) !== null,
    mailsLeave: environment.smtpUrl !== null,
    products,
  })
  return steps.every(({ done }) => done) ? null : steps
}

/** Programs that took nothing for three days and are told no more. */
function webhookGap(stopped: number): TodayView["missing"] {
  if (stopped === 0) return []
  const label =
    stopped > 1
      ? `${stopped} webhooks arrêtés\u00a0: leurs programmes ne répondent plus`
      : "webhook arrêté\u00a0: son programme ne répond plus"
  return [{ label, href: href("/admin/webhooks") }]
}

/** Interest is owed at the rate of each half-year (L214-2); the last one that is known goes on until the next. */
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

function lastDayOf(day: Day): Day {
  return addDays(`${addMonths(monthOf(day), 1)}-01`, -1)
}

function beginning({ count }: Matters<unknown>, shown: readonly OpenMatter[]): Beginning<OpenMatter> {
  return { shown, count }
}

/** The first of a day's moves of a kind, and how many there are. */
async function beginningOf(move: Move, day: DayMoves | undefined): Promise<Beginning<OutgoingView>> {
  if (!day || day[move] === 0) return { shown: [], count: 0 }
  return { shown: (await firstMoves(move, day.day, MOVES)).map((booking) => line(move, booking)), count: day[move] }
}

function line(move: Move, { id, clientName, productName, isDelivery, address, isDone }: OutgoingBooking): OutgoingView {
  return {
    done: isDone ? doneLegLabel(move === "returns" ? "back" : "out", { isDelivery }) : null,
    id,
    clientName,
    productName,
    place: placeLabel({ isDelivery, address }),
    address: isDelivery ? addressLine(address) : null,
  }
}

/** Rented machines of the products that can be rented, each day of the month. */
function monthOccupancy(ofMonth: readonly DayMoves[], units: number, month: Month): TodayView["monthOccupancy"] {
  const days = ofMonth.map(({ day, offered }) => ({
    day,
    rented: offered,
    percent: occupancyRate(offered, units, 1) ?? 0,
  }))
  const rented = days.reduce((sum, day) => sum + day.rented, 0)
  return { month, units, percent: occupancyRate(rented, units, days.length), days }
}
