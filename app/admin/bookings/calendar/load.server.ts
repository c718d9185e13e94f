import { randomUUID } from "node:crypto"
import { type ProductId, type ProfileId, isId } from "../../../../domain/id.ts"
import { emptyDay } from "../../../../domain/calendar/owner-day.ts"
import { type Day, type Month, dayInParis, monthGrid, monthOf } from "../../../../domain/day.ts"
import { previewClosing } from "../../../../server/availability/booked-days.ts"
import {
  readBookingDetail,
  countUpcoming,
  countPending,
  findPendingBooking,
  findLatestRequest,
  listPendingBookings,
  readProductDays,
  listUpcomingBookings,
} from "../../../../server/booking-record/queries.ts"
import { listBookingNotes } from "../../../../server/bookings/notes.ts"
import { type ProductChoice, readProductChoice, readProductChoices } from "../../../../server/catalog/queries.ts"
import { listBookingMails } from "../../../../server/outside/mails/ledger.ts"
import { readEdit } from "./edit.server.ts"
import { recentAnswerLabels } from "../../kit/booking/recent-answers.server.ts"
import { choicesView } from "../../kit/catalog/products.server.ts"
import type { BookingsUrl } from "../../kit/booking/bookings-url.ts"
import { detailView } from "../record/detail.server.ts"
import type { BookingsView } from "./view.ts"
import type { OwnerMonthView, PickedProduct } from "../../kit/calendar/view.ts"

const MAX_UPCOMING = 20
const MAX_PENDING = 12

export async function readBookings(
  reader: ProfileId,
  url: BookingsUrl,
  now: Date,
): Promise<Omit<BookingsView, "flash">> {
  const [screen, edit] = await Promise.all([readScreen(url, now), readEdit(url, now)])
  return {
    ...screen,
    answered: await recentAnswerLabels(reader, now),
    edit,
    conflicts: await readConflicts(url, screen.calendar?.product, now),
    noteKey: randomUUID(),
  }
}

async function readConflicts(
  { bulk, days }: BookingsUrl,
  product: PickedProduct | undefined,
  now: Date,
): Promise<BookingsView["conflicts"]> {
  if (bulk !== "bloquer" || !product) return []
  const today = dayInParis(now)
  const { bookings } = await previewClosing(
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
  const choices = await readProductChoices(url.search)
  const product = await calendarProduct(url, choices.products)
  const month = url.month ?? monthOf(url.day ?? today)
  const [pending, waiting, latest, refusing, upcoming, upcomingCount, detail, notes, mails, view, day] =
    await Promise.all([
      listPendingBookings(MAX_PENDING, now),
      countPending(now),
      findLatestRequest(now),
      url.refusing === null ? null : findPendingBooking(url.refusing, now),
      listUpcomingBookings(today, { limit: MAX_UPCOMING }),
      countUpcoming(today),
      url.booking === null ? null : readBookingDetail(url.booking, now),
      url.booking === null ? [] : listBookingNotes(url.booking),
      url.booking !== null && isId(url.booking) ? listBookingMails(url.booking) : [],
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

/** Prefers the product in the URL, even when the search does not match it. */
async function calendarProduct(url: BookingsUrl, choices: readonly ProductChoice[]): Promise<ProductChoice | null> {
  const { product: requestedId, search } = url
  const requested =
    requestedId && (choices.find(({ id }) => id === requestedId) ?? (await readProductChoice(requestedId)))
  return requested || (choices[0] ?? (search === "" ? null : ((await readProductChoices("")).products[0] ?? null)))
}

function pickedProduct({ id, name, isActive, stock }: ProductChoice): PickedProduct {
  return { id, name, isActive, units: stock }
}

async function readMonth(productId: ProductId, month: Month, today: Day, now: Date): Promise<OwnerMonthView> {
  const days = monthGrid(month)
  const facts = await readProductDays(productId, days[0] as Day, days.at(-1) as Day, now)
  return { month, today, days: days.map((day) => ({ day, facts: facts.get(day) ?? emptyDay })) }
}

async function readDay(productId: ProductId, day: Day, now: Date): Promise<BookingsView["day"]> {
  const facts = await readProductDays(productId, day, day, now)
  return { day, facts: facts.get(day) ?? emptyDay }
}
