import { eq } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import { summarizeChange } from "../../domain/booking/change-summary.ts"
import { changeLines } from "../../domain/booking/change-lines.ts"
import { noHours } from "../../domain/booking/hours.ts"
import { requestExpiry } from "../../domain/booking/deadlines.ts"
import { occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { type Rental, includesDay, periodOfRentals, rentalDays } from "../../domain/rental/rental.ts"
import { withClaimRetry } from "../availability/claim.ts"
import { reclaimRentals } from "../availability/rentals.ts"
import { type Transaction, db } from "../platform/database.server.ts"
import { renewContract } from "../contracts/renew-contract.ts"
import { readLiveContracts } from "../contracts/versions.ts"
import { recordEvent } from "../platform/events/record.ts"
import { readFinanceSettings } from "../shop/settings/queries.ts"
import { orderBookingMail } from "../booking-record/booking-mails.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { clearAgreedDetails, keepsAgreedHours } from "./clear-agreed-details.ts"
import type { Booking } from "../booking-record/booking.ts"
import { readStoredHours } from "../booking-record/hours.ts"
import { type RentedBooking, rentalColumns, withRentals, writeRentals } from "../booking-record/rentals.ts"
import { type BookingChange, type Proposal, type ProposalProblem, proposeEdit } from "./propose-edit.ts"
import { type Stale, findChangeSince } from "./booking-version.ts"
import { refuseExpired } from "./refuse-expired.ts"
import { lockBooking } from "../booking-record/lock-booking.ts"

export type EditProblem = ProposalProblem | Stale | { kind: "price-changed"; expectedTotal: Cents; total: Cents }

type BookingEdit = {
  change: BookingChange
  expectedVersion: number
  expectedTotal: Cents
  message: Message | null
}
type Message = { text: string }

type AfterEdit = (tx: Transaction, edited: RentedBooking, before: RentedBooking) => Promise<void>

export type EditedBooking = { booking: RentedBooking; changed: Proposal["changed"] }

/** The old days are never lost to somebody else. */
export async function editBooking({
  actor,
  id,
  change,
  expectedVersion,
  expectedTotal,
  message,
  at = new Date(),
  afterEdit = null,
}: BookingEdit & { actor: Staff; id: BookingId; at?: Date; afterEdit?: AfterEdit | null }): Promise<
  Result<EditedBooking, EditProblem>
> {
  const proposed = await proposeEdit(id, change, at)
  // A concurrent change may be the cause: report that first.
  if (!proposed.ok)
    return proposed.error.kind === "not-found"
      ? proposed
      : err((await findChangeSince(db, id, expectedVersion)) ?? proposed.error)
  const { after, changed, price, booking: before } = proposed.value
  if (changed.length === 0) return ok({ booking: before, changed })

  const saved = await withClaimRetry(async (tx): Promise<Result<EditedBooking, EditProblem>> => {
    const row = await lockBooking(tx, id)
    if (!row) return err({ kind: "not-found" })
    const booking = await withRentals(row, tx)
    const stale = await findChangeSince(tx, id, expectedVersion)
    if (stale) return err(stale)
    const status = effectiveStatus(booking, at)
    if (!occupiesDays(status)) return err({ kind: "not-editable", status })
    if (expectedTotal !== after.total) return err({ kind: "price-changed", expectedTotal, total: after.total })

    const keepsHours = keepsAgreedHours(booking, { ...after, ...periodOfRentals(after.rentals) })
    if (changed.includes("dates") || changed.includes("rentals") || !keepsHours) {
      const { signed } = await readLiveContracts(tx, id)
      // The signed days stay held, because the change may lapse (D59).
      const rentals = [...after.rentals, ...(signed?.booked?.rentals ?? [])]
      const hours = keepsHours ? await readStoredHours(id, tx) : noHours
      const claimed = { bookingId: id, rentals, customerId: booking.userId, hours, at }
      await refuseExpired(tx, await reclaimRentals(tx, claimed), at)
    }
    const { rentals, ...columns } = after
    const columnsOfRentals = rentalColumns(rentals)
    const deadlines = await deadlinesAfterEdit(tx, booking, columnsOfRentals.firstDay, at)
    const [updated] = await tx
      .update(bookings)
      .set({ ...columns, ...columnsOfRentals, ...deadlines })
      .where(eq(bookings.id, id))
      .returning()
    if (!updated) throw new Error(`Booking ${id} was locked, then gone`)
    await writeRentals(tx, id, rentals)
    const edited = { ...updated, rentals }
    const cleared = await clearAgreedDetails(tx, booking, edited, at)
    const summary = summarizeChange(before, edited)
    const changes = changeLines(before, edited)
    const extra = { changes, totalBefore: before.total, contract: null, letter: message?.text ?? null }
    const mails = message && (await orderBookingMail(tx, { kind: "changed", bookingId: id, extra, at }))
    const mail = mails?.ordered[0]?.id
    await recordEvent(tx, {
      by: actor,
      action: "booking.edited",
      subject: id,
      details: {
        changed,
        ...summary.details,
        difference: price.difference,
        ...(mail ? { mail } : {}),
        ...(cleared.length > 0 ? { forgotten: cleared } : {}),
      },
      ...(summary.personal ? { personal: summary.personal } : {}),
      at,
    })
    await renewContract(tx, edited, { at })
    await afterEdit?.(tx, edited, booking)
    return ok({ booking: edited, changed })
  })
  if (saved !== "days-taken") return saved
  return err({ kind: "days-taken", days: findNewDays(before.rentals, after.rentals) })
}

function findNewDays(before: readonly Rental[], after: readonly Rental[]): Day[] {
  const days = after.flatMap((rental) => {
    const old = before.find(({ position }) => position === rental.position)
    return rentalDays(rental).filter((day) => !old || !includesDay(old, day))
  })
  return sortedDays(days)
}

type Deadlines = Partial<Pick<Booking, "expiresAt">>

/** Only pending requests expire; a confirmed booking lapses with its contract (D12). */
async function deadlinesAfterEdit(
  tx: Transaction,
  { status, requestedAt }: Booking,
  firstDay: Day,
  at: Date,
): Promise<Deadlines> {
  if (status === "confirmed") return {}
  const { pendingExpiryDays } = await readFinanceSettings(tx)
  return { expiresAt: requestExpiry(requestedAt, firstDay, pendingExpiryDays, at) }
}
