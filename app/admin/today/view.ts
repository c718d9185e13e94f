import type { Day, Month } from "../../../domain/day.ts"
import type { Cents } from "../../../domain/money.ts"
import type { MonthRevenue } from "../../../server/money/finance/revenue.ts"
import type { DayMoves } from "../../../server/reports/today/queries.ts"
import type { BookingQuestion } from "../kit/booking/booking-url.ts"
import type { BookingLine, RefusedRequest } from "../kit/booking/line.ts"
import type { Flash } from "../kit/flash.ts"
import type { FirstStep } from "./first-steps.ts"

/** A contract to sign, or a payment to come. */
export type OpenMatter = {
  bookingId: string
  number: number
  clientName: string
  /** "Acompte de 190,80 €" */
  title: string
  /** What it is about and by when, as a sentence without its end. */
  text: string
  late: boolean
  /** The deadline in a word or two. */
  tag: string
  /** What its booking's page opens with, where one thing is to be done. */
  question?: BookingQuestion
}

/** Days that an outside calendar takes although bookings have every unit. */
export type TakenTwice = {
  calendarName: string
  productName: string
  days: readonly Day[]
  bookings: readonly { number: number; clientName: string }[]
}

export type OutgoingView = {
  id: string
  clientName: string
  productName: string
  place: string
  /** Where one drives to; null for a pick-up. */
  address: string | null
  /** "Repris", once it is done. */
  done: string | null
}

export type WeekDay = Omit<DayMoves, "offered">

/** The first of a list, and how many there are in all. */
export type Beginning<Item> = { shown: readonly Item[]; count: number }

export type TodayView = {
  /** When this was read: ages and deadlines are counted from it. */
  now: Date
  today: Day
  /** The longest waiting first; `late`: past the 24 hours that are promised. */
  pending: Beginning<BookingLine> & { late: number; latest: BookingLine | null }
  /** By the booking's id, what was answered lately and by whom. */
  answered: Readonly<Record<string, string>>
  /** The request that is about to be refused. */
  refusing: RefusedRequest | "answered" | null
  /** Confirmed, and nobody was sent a contract: no deadline runs. */
  toSend: Beginning<OpenMatter>
  /** Other days that customers ask for. */
  datesAsked: Beginning<OpenMatter>
  /** Money to give back. */
  refunds: Beginning<OpenMatter>
  /** Money that nothing asked for. */
  unwanted: Beginning<OpenMatter>
  /** Payments that customers dispute at their bank. */
  disputes: Beginning<OpenMatter>
  deposits: Beginning<OpenMatter>
  contracts: Beginning<OpenMatter>
  payments: Beginning<OpenMatter>
  /** Payments that are due later than the list reaches. */
  later: { count: number; amount: Cents }
  /** Today and the seven days that follow. */
  week: readonly WeekDay[]
  /** The first of what today's counts are made of. */
  moves: Record<"departures" | "returns" | "preparing", Beginning<OutgoingView>>
  revenue: readonly MonthRevenue[]
  monthOccupancy: {
    month: Month
    units: number
    /** Of the whole month; null without a machine. */
    percent: number | null
    days: readonly { day: Day; rented: number; percent: number }[]
  }
  newMessages: number
  /** Requests about rights whose last day is near, and those whose last day has passed. */
  rights: { near: number; late: number }
  failedMails: number
  /** Rented elsewhere and booked here, one unit too many. */
  takenTwice: readonly TakenTwice[]
  /** Calendars of elsewhere that could not be read for hours. */
  lostCalendars: readonly { name: string; since: Date }[]
  /** Lines of bank statements that nobody has decided of. */
  bankLines: number
  /** Rows that an automatic task should have dealt with by now. */
  lateRows: number
  /** Signed contracts whose sealed document is late. */
  lateSeals: number
  /** When the certificate of the seals ends, within the days that are announced; null otherwise. */
  certificateEnds: Date | null
  /** Where deliveries leave from is not on the map: none has a price. */
  depotMissing: boolean
  /** How many of the missing facts the law wants at once, because the shop is open to the world. */
  lawWants: number
  /** What leads an empty shop to its first booking; null once all of it stands, or somebody has booked. */
  firstSteps: readonly FirstStep[] | null
  activeProducts: number
  /** `href` is where it is given; null for what only the operator can set. */
  missing: readonly { label: string; href: string | null }[]
  flash: Flash | null
}
