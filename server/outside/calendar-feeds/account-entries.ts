import { href } from "react-router"
import { and, desc, eq, gte, inArray } from "drizzle-orm"
import { addressLine } from "../../../domain/booking/booking.ts"
import { noHours } from "../../../domain/booking/hours.ts"
import { occupiesDays, effectiveStatus } from "../../../domain/booking/status.ts"
import { shiftLabels } from "../../../domain/booking/shift.ts"
import { addDays, dayInParis, startOfDayInParis } from "../../../domain/day.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { type Shift, listShifts } from "../../booking-record/shifts.ts"
import { environment } from "../../platform/environment.server.ts"
import { addRentals } from "../../booking-record/rentals.ts"
import { readHours } from "../../booking-record/hours.ts"
import { isVisibleToAccount } from "../../access/account-visibility.ts"
import { db } from "../../platform/database.server.ts"
import { readFinanceSettings, warehouseLine } from "../../shop/settings/queries.ts"
import { customerBookingUrl } from "../../booking-record/booking-links.ts"
import type { Company } from "../../shop/content/company.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { toFeedEntries } from "./booking-entries.ts"
import { FEED_DAYS_BACK, MAX_FEED_BOOKINGS } from "./bounds.ts"
import type { FeedEntry } from "./file.ts"

export async function listAccountEntries(accountId: ProfileId, company: Company, at: Date): Promise<FeedEntry[]> {
  const since = addDays(dayInParis(at), -FEED_DAYS_BACK)
  const rows = await db
    .select()
    .from(bookings)
    .where(
      and(
        eq(bookings.userId, accountId),
        isVisibleToAccount(),
        inArray(bookings.status, ["pending", "confirmed"]),
        gte(bookings.lastDay, since),
      ),
    )
    .orderBy(desc(bookings.firstDay), desc(bookings.number))
    .limit(MAX_FEED_BOOKINGS)
  const current = rows.filter((booking) => occupiesDays(effectiveStatus(booking, at)))
  const hours = await readHours(current.map(({ id }) => id))
  const rented = await addRentals(current)
  const depot = warehouseLine(await readFinanceSettings())
  const shifts = await listShifts({ from: startOfDayInParis(since), person: accountId })
  const bookingEntries = rented.flatMap((booking) =>
    toFeedEntries(
      {
        ...booking,
        visibleRentals: booking.rentals,
        isPending: booking.status === "pending",
        hours: hours.get(booking.id) ?? noHours,
      },
      {
        title: (names) => (booking.status === "pending" ? `${names} (demande)` : names),
        place: booking.isDelivery ? addressLine(booking.address) : depot,
        text: `Réservation n°\u00a0${booking.number}, ${company.name}`,
        link: customerBookingUrl(company, booking),
      },
    ),
  )
  return [...bookingEntries, ...shifts.filter(({ answer }) => answer !== "declined").map(shiftEntry)]
}

/** The address is on the day's page, from the day before on (D72). */
function shiftEntry({ id, kind, productName, town, number, startsAt, endsAt, answer }: Shift): FeedEntry {
  return {
    id: `shift-${id}`,
    title: `${shiftLabels[kind]}, ${productName}`,
    when: { from: startsAt, to: endsAt },
    tentative: answer === null,
    place: town,
    text: `Réservation n°\u00a0${number}`,
    link: `${environment.origin}${href("/admin/bookings/jour/:day?", { day: dayInParis(startsAt) })}`,
  }
}
