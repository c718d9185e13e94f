import { randomUUID } from "node:crypto"
import { type ProductId, type ProfileId, isId } from "../../../../domain/id.ts"
import { nothingPlanned } from "../../../../domain/calendar/owner-day.ts"
import { type Day, type Month, dayInParis, monthGrid, monthOf } from "../../../../domain/day.ts"
import { previewDays } from "../../../../server/availability/booked-days.ts"
import {
  bookingDetail,
  countUpcoming,
  countWaiting,
  pendingBooking,
  latestRequest,
  pendingBookings,
  productDays,
  upcomingBookings,
} from "../../../../server/booking-record/queries.ts"
import { notesOf } from "../../../../server/bookings/notes.ts"
import { type ProductChoice, productChoice, productChoices } from "../../../../server/catalog/queries.ts"
import { mailsOf } from "../../../../server/outside/mails/ledger.ts"
import { readEdit } from "./edit.server.ts"
import { answeredLabels } from "../../kit/booking/recent-answers.server.ts"
import { choicesView } from "../../kit/catalog/products.server.ts"
import type { BookingsUrl } from "../../kit/booking/bookings-url.ts"
import { detailView } from "../record/detail.server.ts"
import type { BookingsView } from "./view.ts"
import type { OwnerMonthView, PickedProduct } from "../../kit/calendar/view.ts"

/** Beyond these the list of all bookings has pages. */
const UPCOMING_SHOWN = 20
const PENDING_SHOWN = 12

/** What the screen of bookings shows at that address. */
export async function readBookings(
  reader: ProfileId,
  url: BookingsUrl,
  now: Date,
): Promise<Omit<BookingsView, "flash">> {
  const [shown, edit] = await Promise.all([readScreen(url, now), readEdit(url, now)])
  return {
    ...shown,
    answered: await answeredLabels(reader, now),
    edit,
    conflicts: await readConflicts(url, shown.calendar?.product, now),
    noteKey: randomUUID(),
  }
}

/** What stands in the way of closing the selected days. */
async function readConflicts(
  { bulk, days }: BookingsUrl,
  product: PickedProduct | undefined,
  now: Date,
): Promise<BookingsView["conflicts"]> {
  if (bulk !== "bloquer" || !product) return []
  const today = dayInParis(now)
  const { bookings } = await previewDays(
    [product.id],
    days.filter((day) => day >= today),
    now,
  )
  return bookings.map(({ id, number, status, clientName, productName, days: rented }) => ({
    id,
    number,
    status,
    clientName,
    productName,
    days: rented,
  }))
}

async function readScreen(url: BookingsUrl, now: Date) {
  const today = dayInParis(now)
  const choices = await productChoices(url.search)
  const product = await calendarProduct(url, choices.products)
  const month = url.month ?? monthOf(url.day ?? today)
  const [pending, waiting, latest, refusing, upcoming, upcomingCount, detail, notes, mails, view, day] =
    await Promise.all([
      pendingBookings(PENDING_SHOWN, now),
      countWaiting(now),
      latestRequest(now),
      url.refusing === null ? null : pendingBooking(url.refusing, now),
      upcomingBookings(today, { limit: UPCOMING_SHOWN }),
      countUpcoming(today),
      url.booking === null ? null : bookingDetail(url.booking, now),
      url.booking === null ? [] : notesOf(url.booking),
      url.booking !== null && isId(url.booking) ? mailsOf(url.booking) : [],
      product ? readMonth(product.id, month, today, now) : null,
      product && url.day !== null ? readDay(product.id, url.day, now) : null,
    ])
  return {
    now,
    choices: choicesView(choices, product, url.search),
    calendar: product && view ? { product: pickedProduct(product), view } : null,
    pending,
    pendingCount: waiting.count,
    latestRequest: latest,
    upcoming,
    upcomingCount,
    today,
    booking: detail ? detailView(detail, today, notes, mails) : url.booking === null ? null : "missing",
    day,
    refusing: url.refusing === null ? null : (refusing ?? "answered"),
  } satisfies Omit<BookingsView, "flash" | "answered" | "edit" | "conflicts" | "noteKey">
}

/** The one that the address names, whatever name is searched for; else the first. */
async function calendarProduct(url: BookingsUrl, choices: readonly ProductChoice[]): Promise<ProductChoice | null> {
  const { product: asked, search } = url
  const named = asked && (choices.find(({ id }) => id === asked) ?? (await productChoice(asked)))
  return named || (choices[0] ?? (search === "" ? null : ((await productChoices("")).products[0] ?? null)))
}

function pickedProduct({ id, name, isActive, stock }: ProductChoice): PickedProduct {
  return { id, name, isActive, units: stock }
}

async function readMonth(productId: ProductId, month: Month, today: Day, now: Date): Promise<OwnerMonthView> {
  const days = monthGrid(month)
  const facts = await productDays(productId, days[0] as Day, days.at(-1) as Day, now)
  return { month, today, days: days.map((day) => ({ day, facts: facts.get(day) ?? nothingPlanned })) }
}

async function readDay(productId: ProductId, day: Day, now: Date): Promise<BookingsView["day"]> {
  const facts = await productDays(productId, day, day, now)
  return { day, facts: facts.get(day) ?? nothingPlanned }
}
