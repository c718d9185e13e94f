import { and, eq, gt } from "drizzle-orm"
import type { Actor, Party } from "../../domain/accounts/party.ts"
import { type ShiftTerms, isSameTimes, planEveryShift, shiftTimesLabel } from "../../domain/booking/shift.ts"
import { dayInParis } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import type { Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { orderMail } from "../platform/mail/order-mail.ts"
import { users } from "../platform/schema/accounts.ts"
import { shifts } from "../platform/schema/day.ts"
import { readRentals } from "./rentals.ts"
import { type Shift, listShiftsWhere } from "./shifts.ts"

/** The booking moved or ended, so its people are free again and told so. True where somebody was. */
export async function withdrawShifts(tx: Transaction, bookingId: BookingId, at: Date): Promise<boolean> {
  const ahead = await listShiftsAhead(tx, bookingId, at)
  for (const shift of ahead) await withdrawShift(tx, shift, at)
  return ahead.length > 0
}

type MovedShifts = {
  by: Actor | Party
  booking: { id: BookingId; isDelivery: boolean }
  before: Pick<ShiftTerms, "hours" | "eventStartsAt">
  after: Pick<ShiftTerms, "hours" | "eventStartsAt">
  at: Date
}

/** Withdraws the shifts whose planned times moved, unless they have the new times already. True where one had not. */
export async function withdrawMovedShifts(
  tx: Transaction,
  { by, booking: { id, isDelivery }, before, after, at }: MovedShifts,
): Promise<boolean> {
  const ahead = await listShiftsAhead(tx, id, at)
  if (ahead.length === 0) return false
  const rentals = (await readRentals([id], tx)).get(id) ?? []
  const [old, planned] = [before, after].map((terms) => planEveryShift({ rentals, isDelivery, ...terms }))
  const moved = ahead.filter((shift) => {
    const times = planned?.find(({ kind }) => kind === shift.kind)
    const oldTimes = old?.find(({ kind }) => kind === shift.kind)
    return times && oldTimes && !isSameTimes(times, oldTimes) && !isSameTimes(times, shift)
  })
  for (const shift of moved) {
    await withdrawShift(tx, shift, at)
    await recordEvent(tx, {
      by,
      action: "booking.shift-removed",
      subject: id,
      details: { shift: shift.kind },
      personal: { name: shift.personName },
      at,
    })
  }
  return moved.length > 0
}

function listShiftsAhead(tx: Transaction, bookingId: BookingId, at: Date): Promise<Shift[]> {
  return listShiftsWhere(and(eq(shifts.bookingId, bookingId), gt(shifts.endsAt, at)), tx)
}

async function withdrawShift(tx: Transaction, shift: Shift, at: Date): Promise<void> {
  await mailShift(tx, { template: "shift-withdrawn", shift, at })
  await tx.delete(shifts).where(eq(shifts.id, shift.id))
}

export async function mailShift(
  tx: Transaction,
  mail: { shift: Shift; at: Date } & ({ template: "shift-offered"; token: string } | { template: "shift-withdrawn" }),
): Promise<void> {
  const { shift, at } = mail
  const [user] = await tx.select({ email: users.email }).from(users).where(eq(users.id, shift.personId))
  if (!user) return
  const to = [{ name: shift.personName, address: user.email }]
  const data = {
    name: shift.personName,
    shift: shift.kind,
    times: shiftTimesLabel(shift, dayInParis(at)),
    products: shift.productName,
    town: shift.town,
  }
  if (mail.template === "shift-offered")
    await orderMail(tx, { template: mail.template, to, data: { ...data, token: mail.token } }, at)
  else await orderMail(tx, { template: mail.template, to, data }, at)
}
