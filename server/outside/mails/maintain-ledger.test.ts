import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { BookingId } from "../../../domain/id.ts"
import { periods } from "../../../domain/retention/periods.ts"
import { placeTestRequest } from "../../../tests/ends.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { db } from "../../platform/database.server.ts"
import { eraseExpired } from "../../jobs/retention/erase-expired.ts"
import { deleteOldMails } from "./maintain-ledger.ts"

const settled = new Date("2027-03-01T08:00:00Z")
const DAY = 86_400_000

beforeEach(freshDatabase)

async function mail(state: "sent" | "kept" | "refused" | "failed", bookingId: BookingId | null = null) {
  const id = randomUUID()
  const at = settled.toISOString()
  await db.execute(sql`
    insert into mails (id, template, message_id, booking_id, ordered_at, state, settled_at)
    values (${id}, 'contact-answer', ${id}, ${bookingId}, ${at}::timestamptz, ${state}, ${at}::timestamptz)`)
  await db.execute(sql`
    insert into mail_details (mail_id, recipients, subject, body)
    values (${id}, '[{"name": "Lila", "address": "lila@exemple.example"}]', 'Bonjour', 'Bonjour Lila')`)
  return id
}

const remainingIds = async () => (await db.execute<{ id: string }>(sql`select id from mails`)).rows.map(({ id }) => id)

test("a mail without a booking is deleted a week after it was sent, or three months after it failed", async () => {
  const made = [await mail("sent"), await mail("kept"), await mail("refused"), await mail("failed")]
  const weekLater = settled.getTime() + periods.sentMailDays * DAY
  await deleteOldMails(new Date(weekLater))
  expect((await remainingIds()).toSorted()).toEqual(made.toSorted())
  await deleteOldMails(new Date(weekLater + 1))
  expect((await remainingIds()).toSorted()).toEqual(made.slice(2).toSorted())
  const monthsLater = new Date(settled)
  monthsLater.setUTCMonth(monthsLater.getUTCMonth() + periods.undeliveredMailMonths)
  await deleteOldMails(monthsLater)
  expect(await remainingIds()).toHaveLength(2)
  await deleteOldMails(new Date(monthsLater.getTime() + 1))
  expect(await remainingIds()).toEqual([])
})

test("a mail about a booking stays as long as the booking, and then loses its recipient and text", async () => {
  const { booking } = await placeTestRequest(["2027-06-12"])
  await db.execute(sql`update bookings set status = 'cancelled' where id = ${booking.id}`)
  const id = await mail("sent", booking.id)
  const details = async () =>
    (await db.execute(sql`select recipients, subject, body from mail_details where mail_id = ${id}`)).rows[0]
  const nineYears = new Date("2036-06-12T08:00:00Z")
  await deleteOldMails(nineYears)
  await eraseExpired(nineYears)
  expect(await details()).toMatchObject({ subject: "Bonjour", body: "Bonjour Lila" })
  const afterRetention = new Date("2037-06-14T08:00:00Z")
  await deleteOldMails(afterRetention)
  await eraseExpired(afterRetention)
  expect(await details()).toEqual({ recipients: [], subject: null, body: null })
  expect(await remainingIds()).toContain(id)
})
