import { eq, sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Administrator } from "../../domain/accounts/party.ts"
import { contractDue } from "../../domain/booking/deadlines.ts"
import type { BookingId } from "../../domain/id.ts"
import { err, ok } from "../../domain/result.ts"
import {
  bookingNow,
  confirmed,
  contractAt,
  hours,
  minutes,
  promised,
  sent,
  shopWithTemplate,
  visit,
} from "../../tests/contracts/signing.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { now } from "../../tests/factories.ts"
import { hasStatus } from "../access/status-at.ts"
import { db } from "../platform/database.server.ts"
import { correctEmail } from "../bookings/correct-email.ts"
import { sendMail } from "../jobs/send-mail.ts"
import { settleLostMails } from "../outside/mails/keep-ledger.ts"
import type { Mailer } from "../platform/mail/mailer.ts"
import { resendMail } from "../outside/mails/resend.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { endUnsigned } from "../jobs/sweeps/end-unsigned.ts"
import { remindToSign } from "../jobs/sweeps/remind-to-sign.ts"
import { openMatters } from "../reports/today/open-matters.ts"
import { noteHandedOver } from "./contract-delivery.ts"
import { contractsToSend } from "./contract-queue.ts"
import { evidenceOf } from "./evidence.ts"
import { readLink } from "./read-link.ts"
import { sendContractAgain } from "./send-again.ts"
import { sendContract } from "./send-contract.ts"
import { clearJobs } from "../../tests/harness/jobs.ts"

let camille: Administrator
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

const delivers: Mailer = { delivers: true, send: async () => ok("250 taken") }
const keeps: Mailer = { delivers: false, send: async () => ok("a file") }
const refuses: Mailer = {
  delivers: true,
  send: async () => err({ kind: "undeliverable", code: 550, said: "No such mailbox" }),
}

/** The customer's mail that was ordered last goes, or does not. */
async function mailGoes(by: Mailer, at: Date): Promise<void> {
  const order = (await promised("send-mail"))
    .map(({ data }) => data)
    .findLast(({ template }) => !template.endsWith("-owner"))
  if (!order) throw new Error("No mail was ordered")
  await sendMail(order, by, at)
}

async function due(id: BookingId) {
  const { dueAt } = await contractAt(id, 1)
  expect((await bookingNow(id)).contractDueAt).toEqual(dueAt)
  return dueAt
}

test.each([
  ["refused by its server", refuses],
  ["kept, since there is no server", keeps],
])(
  "no deadline runs from a contract whose mail was %s: nothing ends by it, and the owner is to see to it",
  async (_, by) => {
    const { booking, contract } = await sent(camille)
    await mailGoes(by, minutes(1))
    expect(await due(booking.id)).toBeNull()
    await remindToSign.run(contract.id, hours(25))
    await endUnsigned.run(contract.id, hours(49))
    expect((await bookingNow(booking.id)).status).toBe("confirmed")
    expect(await contractsToSend(hours(1), 5)).toMatchObject({ count: 1, shown: [{ kind: "undelivered" }] })
    expect((await openMatters(hours(1), 5)).contracts.count).toBe(0)
    // The job that made it may run again: it makes no second version.
    const again = await sendContract({ bookingId: booking.id, confirmedAt: now.toISOString() }, minutes(3))
    expect(again).toBe("sent before")
    expect((await evidenceOf(contract.id)).map(({ kind }) => kind)).toEqual(["made", "typeset", "sent", "undelivered"])
  },
)

test("no new link is made for an example, whose address is nobody's", async () => {
  const { booking, contract } = await sent(camille)
  await db.update(profiles).set({ isExample: true }).where(eq(profiles.id, booking.userId))
  expect(await sendContractAgain(camille, booking.id, hours(5))).toEqual(err({ kind: "without-mail" }))
  expect((await evidenceOf(contract.id)).map(({ kind }) => kind)).not.toContain("reminded")
})

test("one whose mail was delivered runs on, whatever becomes of the reminder", async () => {
  const { booking, contract } = await sent(camille)
  await mailGoes(delivers, minutes(1))
  expect(await due(booking.id)).toEqual(contract.dueAt)
  await remindToSign.run(contract.id, hours(25))
  await mailGoes(refuses, hours(25))
  expect(await due(booking.id)).toEqual(contract.dueAt)
})

test("the deadline begins with a new link, and stops again when that one is refused, too", async () => {
  const { booking } = await sent(camille)
  await mailGoes(refuses, minutes(1))
  expect(await sendContractAgain(camille, booking.id, hours(5))).toMatchObject({ ok: true, value: { begun: true } })
  expect(await due(booking.id)).toEqual(hours(53))
  await mailGoes(refuses, hours(6))
  expect(await due(booking.id)).toBeNull()
  expect(await sendContractAgain(camille, booking.id, hours(10))).toMatchObject({ ok: true })
  await mailGoes(delivers, hours(10))
  expect(await due(booking.id)).toEqual(hours(58))
})

test("it begins with the delivery of the same mail sent again", async () => {
  const { booking } = await sent(camille)
  await mailGoes(refuses, minutes(1))
  const { rows } = await db.execute<{ id: BookingId }>(sql`select id from mails where state = 'refused'`)
  const [refused] = rows
  if (!refused) throw new Error("Nothing was refused")
  expect(await resendMail(camille, refused.id, hours(3))).toMatchObject({ ok: true })
  expect(await due(booking.id)).toBeNull()
  await mailGoes(delivers, hours(4))
  expect(await due(booking.id)).toEqual(hours(52))
  // That mail says the time that was: the next one says until when it is now.
  const said = (await promised("send-mail")).map(({ data }) => data).at(-1)
  expect(said).toMatchObject({
    template: "contract-reminder",
    data: { extra: { signBy: hours(52).toISOString() } },
  })
})

test("a mail that is delivered on the first day begins nothing: what takes place is not cancelled for it", async () => {
  const { booking } = await sent(camille)
  await mailGoes(refuses, minutes(1))
  const { rows } = await db.execute<{ id: BookingId }>(sql`select id from mails where state = 'refused'`)
  const [refused] = rows
  if (!refused) throw new Error("Nothing was refused")
  const onTheDay = new Date(`${booking.firstDay}T08:00:00Z`)
  await resendMail(camille, refused.id, onTheDay)
  await mailGoes(delivers, onTheDay)
  expect(await due(booking.id)).toBeNull()
})

test("a mail that nobody has tried to deliver ends nothing: the time stops, and begins with its delivery", async () => {
  const { booking, contract } = await sent(camille)
  expect(await endUnsigned.run(contract.id, hours(48))).toBe("nothing to do any more")
  expect((await bookingNow(booking.id)).status).toBe("confirmed")
  expect(await due(booking.id)).toBeNull()
  expect(await contractsToSend(hours(48), 5)).toMatchObject({ count: 1, shown: [{ kind: "undelivered" }] })
  await mailGoes(delivers, hours(60))
  expect(await due(booking.id)).toEqual(hours(108))
  expect(await endUnsigned.run(contract.id, hours(108))).toBe("cancelled")
})

test("nor does one that is on its way when a deadline comes within the hour", async () => {
  const { booking, contract } = await sent(camille)
  await db
    .update(contracts)
    .set({ dueAt: minutes(30) })
    .where(eq(contracts.id, contract.id))
  expect(await endUnsigned.run(contract.id, minutes(30))).toBe("nothing to do any more")
  expect((await bookingNow(booking.id)).status).toBe("confirmed")
})

test("sent on the first day it can be signed to the last, and its booking is not cancelled behind it", async () => {
  const { booking } = await confirmed(camille)
  const during = new Date(`${booking.firstDay}T10:00:00Z`)
  await sendContract({ bookingId: booking.id, confirmedAt: now.toISOString() }, during)
  await mailGoes(delivers, during)
  const contract = await contractAt(booking.id, 1)
  expect(contract.dueAt).toEqual(contractDue(during, booking.firstDay, booking.lastDay))
  expect((await bookingNow(booking.id)).contractDueAt).toBeNull()
  // It stands among what is open while the event goes on.
  expect((await openMatters(during, 5)).contracts).toMatchObject({ count: 1, shown: [{ id: booking.id }] })
  const after = new Date(during.getTime() + 40 * 3_600_000)
  expect(await endUnsigned.run(contract.id, after)).toBe("nothing to do any more")
  expect(await db.select().from(bookings).where(hasStatus("confirmed", after))).toMatchObject([{ id: booking.id }])
  expect((await bookingNow(booking.id)).status).toBe("confirmed")
})

test("one whose address is corrected stops, and what was mailed to the other one opens nothing", async () => {
  const { booking, secret } = await sent(camille)
  await mailGoes(delivers, minutes(1))
  expect(await correctEmail(camille, booking.userId, "elena@ailleurs.example", hours(1))).toMatchObject({ ok: true })
  expect(await due(booking.id)).toBeNull()
  expect(await contractsToSend(hours(1), 5)).toMatchObject({ count: 1 })
  expect(await readLink(secret, visit, hours(1))).toMatchObject({ ok: false })
  expect(await sendContractAgain(camille, booking.id, hours(2))).toMatchObject({ ok: true })
  expect(await due(booking.id)).toEqual(hours(50))
})

test("a server that is away for longer than an hour stops it, and the delivery begins it anew", async () => {
  const { booking, contract } = await sent(camille)
  const away: Mailer = { delivers: true, send: () => Promise.reject(new Error("ECONNREFUSED")) }
  await expect(mailGoes(away, minutes(10))).rejects.toThrow("ECONNREFUSED")
  expect(await due(booking.id)).toEqual(contract.dueAt)
  await expect(mailGoes(away, minutes(90))).rejects.toThrow("ECONNREFUSED")
  expect(await due(booking.id)).toBeNull()
  await mailGoes(delivers, hours(47))
  expect(await due(booking.id)).toEqual(hours(95))
})

test("a mail that the queue has lost stops it as well", async () => {
  const { booking } = await sent(camille)
  await clearJobs("send-mail")
  await settleLostMails(hours(3))
  expect(await due(booking.id)).toBeNull()
})

test("it begins when the owner notes having handed the contract over, and no mail stops it any more", async () => {
  const { booking } = await sent(camille)
  await mailGoes(refuses, minutes(1))
  // Another version than the one that was given: from a page of before.
  expect((await noteHandedOver(camille, { bookingId: booking.id, version: 2 }, hours(2))).ok).toBe(false)
  expect(await noteHandedOver(camille, { bookingId: booking.id, version: 1 }, hours(2))).toEqual({
    ok: true,
    value: hours(50),
  })
  expect(await due(booking.id)).toEqual(hours(50))
  expect(await noteHandedOver(camille, { bookingId: booking.id, version: 1 }, hours(3))).toMatchObject({
    ok: false,
    error: { kind: "not-waiting" },
  })
  await sendContractAgain(camille, booking.id, hours(4))
  await mailGoes(refuses, hours(4))
  expect(await due(booking.id)).toEqual(hours(50))
  const { id } = await contractAt(booking.id, 1)
  await endUnsigned.run(id, hours(51))
  expect((await bookingNow(booking.id)).status).toBe("cancelled")
})

test("what nobody could be given is the owner's each day to its first one, and ends with it; its booking goes on (D78)", async () => {
  const days = ["2027-06-12", "2027-06-13", "2027-06-14"] as const
  const [unreached, refused] = [await confirmed(camille, { email: "" }, days), await sent(camille, {}, days)]
  await sendContract({ bookingId: unreached.booking.id, confirmedAt: now.toISOString() }, minutes(1))
  await mailGoes(refuses, minutes(1))
  const onDay = (day: string) => new Date(`${day}T10:00:00Z`)
  for (const day of ["2027-05-02", "2027-06-01", "2027-06-12"])
    expect((await contractsToSend(onDay(day), 5)).count, day).toBe(2)
  expect((await contractsToSend(onDay("2027-06-13"), 5)).count).toBe(0)
  for (const { booking } of [unreached, refused]) {
    expect(await noteHandedOver(camille, { bookingId: booking.id, version: 1 }, onDay("2027-06-13"))).toMatchObject({
      error: { kind: "not-waiting" },
    })
    expect((await bookingNow(booking.id)).status).toBe("confirmed")
  }
  expect((await noteHandedOver(camille, { bookingId: unreached.booking.id, version: 1 }, onDay("2027-06-12"))).ok).toBe(
    true,
  )
})

test("so it does for a customer without a mail", async () => {
  const { booking } = await confirmed(camille, { email: "" })
  await sendContract({ bookingId: booking.id, confirmedAt: now.toISOString() }, minutes(1))
  expect(await due(booking.id)).toBeNull()
  expect(await noteHandedOver(camille, { bookingId: booking.id, version: 1 }, hours(2))).toEqual({
    ok: true,
    value: hours(50),
  })
  expect(await contractsToSend(hours(3), 5)).toMatchObject({ count: 0 })
  expect((await openMatters(hours(3), 5)).contracts).toMatchObject({ count: 1, shown: [{ dueAt: hours(50) }] })
})
