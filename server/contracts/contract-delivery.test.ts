import { eq, sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import type { Staff } from "../../domain/accounts/party.ts"
import { contractDue } from "../../domain/booking/deadlines.ts"
import type { BookingId } from "../../domain/id.ts"
import { err, ok } from "../../domain/result.ts"
import {
  bookingNow,
  makeConfirmedBooking,
  contractAt,
  hours,
  minutes,
  queuedJobs,
  makeSentContract,
  shopWithTemplate,
  visit,
} from "../../tests/contracts/signing.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { now } from "../../tests/factories.ts"
import { hasStatus } from "../access/status-at.ts"
import { db } from "../platform/database.server.ts"
import { correctEmail } from "../bookings/correct-email.ts"
import { sendMail } from "../jobs/send-mail.ts"
import { settleLostMails } from "../outside/mails/maintain-ledger.ts"
import type { Mailer } from "../platform/mail/mailer.ts"
import { resendMail } from "../outside/mails/resend.ts"
import { profiles } from "../platform/schema/accounts.ts"
import { bookings, contracts } from "../platform/schema/bookings.ts"
import { endUnsigned } from "../jobs/sweeps/end-unsigned.ts"
import { remindToSign } from "../jobs/sweeps/remind-to-sign.ts"
import { readOpenMatters } from "../reports/today/open-matters.ts"
import { recordHandOver } from "./contract-delivery.ts"
import { listContractsToSend } from "./contract-queue.ts"
import { listEvidence } from "./evidence.ts"
import { readLink } from "./read-link.ts"
import { resendContract } from "./resend-contract.ts"
import { sendContract } from "./send-contract.ts"
import { clearJobs } from "../../tests/harness/jobs.ts"

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

const delivers: Mailer = { delivers: true, send: async () => ok("250 taken") }
const keeps: Mailer = { delivers: false, send: async () => ok("a file") }
const refuses: Mailer = {
  delivers: true,
  send: async () => err({ kind: "undeliverable", code: 550, reply: "No such mailbox" }),
}

async function deliverLastMail(by: Mailer, at: Date): Promise<void> {
  const order = (await queuedJobs("send-mail"))
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
])("a contract whose mail was %s has no deadline: nothing ends, and the owner is notified", async (_, by) => {
  const { booking, contract } = await makeSentContract(camille)
  await deliverLastMail(by, minutes(1))
  expect(await due(booking.id)).toBeNull()
  await remindToSign.run(contract.id, hours(25))
  await endUnsigned.run(contract.id, hours(49))
  expect((await bookingNow(booking.id)).status).toBe("confirmed")
  expect(await listContractsToSend(hours(1), 5)).toMatchObject({ count: 1, items: [{ kind: "undelivered" }] })
  expect((await readOpenMatters(hours(1), 5)).contracts.count).toBe(0)
  // A rerun of the job must not create a second version.
  const again = await sendContract({ bookingId: booking.id, confirmedAt: now.toISOString() }, minutes(3))
  expect(again).toBe("sent before")
  expect((await listEvidence(contract.id)).map(({ kind }) => kind)).toEqual(["made", "typeset", "sent", "undelivered"])
})

test("an example customer gets no new link, because the address is fictional", async () => {
  const { booking, contract } = await makeSentContract(camille)
  await db.update(profiles).set({ isExample: true }).where(eq(profiles.id, booking.userId))
  expect(await resendContract(camille, booking.id, hours(5))).toEqual(err({ kind: "without-mail" }))
  expect((await listEvidence(contract.id)).map(({ kind }) => kind)).not.toContain("reminded")
})

test("a contract whose mail was delivered keeps its deadline, whatever becomes of the reminder", async () => {
  const { booking, contract } = await makeSentContract(camille)
  await deliverLastMail(delivers, minutes(1))
  expect(await due(booking.id)).toEqual(contract.dueAt)
  await remindToSign.run(contract.id, hours(25))
  await deliverLastMail(refuses, hours(25))
  expect(await due(booking.id)).toEqual(contract.dueAt)
})

test("the deadline starts with a new link, and stops when that one is refused too", async () => {
  const { booking } = await makeSentContract(camille)
  await deliverLastMail(refuses, minutes(1))
  expect(await resendContract(camille, booking.id, hours(5))).toMatchObject({
    ok: true,
    value: { startedDeadline: true },
  })
  expect(await due(booking.id)).toEqual(hours(53))
  await deliverLastMail(refuses, hours(6))
  expect(await due(booking.id)).toBeNull()
  expect(await resendContract(camille, booking.id, hours(10))).toMatchObject({ ok: true })
  await deliverLastMail(delivers, hours(10))
  expect(await due(booking.id)).toEqual(hours(58))
})

test("the deadline starts when the same mail is delivered on a second attempt", async () => {
  const { booking } = await makeSentContract(camille)
  await deliverLastMail(refuses, minutes(1))
  const { rows } = await db.execute<{ id: BookingId }>(sql`select id from mails where state = 'refused'`)
  const [refused] = rows
  if (!refused) throw new Error("Nothing was refused")
  expect(await resendMail(camille, refused.id, hours(3))).toMatchObject({ ok: true })
  expect(await due(booking.id)).toBeNull()
  await deliverLastMail(delivers, hours(4))
  expect(await due(booking.id)).toEqual(hours(52))
  // That mail states the old deadline; the next one states the current one.
  const nextMail = (await queuedJobs("send-mail")).map(({ data }) => data).at(-1)
  expect(nextMail).toMatchObject({
    template: "contract-reminder",
    data: { extra: { signBy: hours(52).toISOString() } },
  })
})

test("a mail delivered on the first day starts no deadline: an event under way is not cancelled", async () => {
  const { booking } = await makeSentContract(camille)
  await deliverLastMail(refuses, minutes(1))
  const { rows } = await db.execute<{ id: BookingId }>(sql`select id from mails where state = 'refused'`)
  const [refused] = rows
  if (!refused) throw new Error("Nothing was refused")
  const onTheDay = new Date(`${booking.firstDay}T08:00:00Z`)
  await resendMail(camille, refused.id, onTheDay)
  await deliverLastMail(delivers, onTheDay)
  expect(await due(booking.id)).toBeNull()
})

test("an untried mail ends nothing: the deadline stops, and starts with the delivery", async () => {
  const { booking, contract } = await makeSentContract(camille)
  expect(await endUnsigned.run(contract.id, hours(48))).toBe("nothing to do any more")
  expect((await bookingNow(booking.id)).status).toBe("confirmed")
  expect(await due(booking.id)).toBeNull()
  expect(await listContractsToSend(hours(48), 5)).toMatchObject({ count: 1, items: [{ kind: "undelivered" }] })
  await deliverLastMail(delivers, hours(60))
  expect(await due(booking.id)).toEqual(hours(108))
  expect(await endUnsigned.run(contract.id, hours(108))).toBe("cancelled")
})

test("a mail under way when a deadline comes within the hour ends nothing", async () => {
  const { booking, contract } = await makeSentContract(camille)
  await db
    .update(contracts)
    .set({ dueAt: minutes(30) })
    .where(eq(contracts.id, contract.id))
  expect(await endUnsigned.run(contract.id, minutes(30))).toBe("nothing to do any more")
  expect((await bookingNow(booking.id)).status).toBe("confirmed")
})

test("a contract sent on the first day can be signed to the last, and its booking is not cancelled", async () => {
  const { booking } = await makeConfirmedBooking(camille)
  const during = new Date(`${booking.firstDay}T10:00:00Z`)
  await sendContract({ bookingId: booking.id, confirmedAt: now.toISOString() }, during)
  await deliverLastMail(delivers, during)
  const contract = await contractAt(booking.id, 1)
  expect(contract.dueAt).toEqual(contractDue(during, booking.firstDay, booking.lastDay))
  expect((await bookingNow(booking.id)).contractDueAt).toBeNull()
  // It stays among the open matters during the event.
  expect((await readOpenMatters(during, 5)).contracts).toMatchObject({ count: 1, items: [{ id: booking.id }] })
  const after = new Date(during.getTime() + 40 * 3_600_000)
  expect(await endUnsigned.run(contract.id, after)).toBe("nothing to do any more")
  expect(await db.select().from(bookings).where(hasStatus("confirmed", after))).toMatchObject([{ id: booking.id }])
  expect((await bookingNow(booking.id)).status).toBe("confirmed")
})

test("a corrected address stops the deadline, and the links mailed to the old one are void", async () => {
  const { booking, secret } = await makeSentContract(camille)
  await deliverLastMail(delivers, minutes(1))
  expect(await correctEmail(camille, booking.userId, "elena@ailleurs.example", hours(1))).toMatchObject({ ok: true })
  expect(await due(booking.id)).toBeNull()
  expect(await listContractsToSend(hours(1), 5)).toMatchObject({ count: 1 })
  expect(await readLink(secret, visit, hours(1))).toMatchObject({ ok: false })
  expect(await resendContract(camille, booking.id, hours(2))).toMatchObject({ ok: true })
  expect(await due(booking.id)).toEqual(hours(50))
})

test("an outage of more than an hour stops the deadline, and the delivery starts it again", async () => {
  const { booking, contract } = await makeSentContract(camille)
  const away: Mailer = { delivers: true, send: () => Promise.reject(new Error("ECONNREFUSED")) }
  await expect(deliverLastMail(away, minutes(10))).rejects.toThrow("ECONNREFUSED")
  expect(await due(booking.id)).toEqual(contract.dueAt)
  await expect(deliverLastMail(away, minutes(90))).rejects.toThrow("ECONNREFUSED")
  expect(await due(booking.id)).toBeNull()
  await deliverLastMail(delivers, hours(47))
  expect(await due(booking.id)).toEqual(hours(95))
})

test("a mail lost from the queue stops the deadline too", async () => {
  const { booking } = await makeSentContract(camille)
  await clearJobs("send-mail")
  await settleLostMails(hours(3))
  expect(await due(booking.id)).toBeNull()
})

test("the deadline starts when the owner records a handover, and no mail stops it any more", async () => {
  const { booking } = await makeSentContract(camille)
  await deliverLastMail(refuses, minutes(1))
  // An outdated page sends a version that was not handed over.
  expect((await recordHandOver(camille, { bookingId: booking.id, version: 2 }, hours(2))).ok).toBe(false)
  expect(await recordHandOver(camille, { bookingId: booking.id, version: 1 }, hours(2))).toEqual({
    ok: true,
    value: hours(50),
  })
  expect(await due(booking.id)).toEqual(hours(50))
  expect(await recordHandOver(camille, { bookingId: booking.id, version: 1 }, hours(3))).toMatchObject({
    ok: false,
    error: { kind: "not-waiting" },
  })
  await resendContract(camille, booking.id, hours(4))
  await deliverLastMail(refuses, hours(4))
  expect(await due(booking.id)).toEqual(hours(50))
  const { id } = await contractAt(booking.id, 1)
  await endUnsigned.run(id, hours(51))
  expect((await bookingNow(booking.id)).status).toBe("cancelled")
})

test("an undelivered contract is listed until the first day and then lapses; its booking goes on (D78)", async () => {
  const days = ["2027-06-12", "2027-06-13", "2027-06-14"] as const
  const [unreached, refused] = [
    await makeConfirmedBooking(camille, { email: "" }, days),
    await makeSentContract(camille, {}, days),
  ]
  await sendContract({ bookingId: unreached.booking.id, confirmedAt: now.toISOString() }, minutes(1))
  await deliverLastMail(refuses, minutes(1))
  const onDay = (day: string) => new Date(`${day}T10:00:00Z`)
  for (const day of ["2027-05-02", "2027-06-01", "2027-06-12"])
    expect((await listContractsToSend(onDay(day), 5)).count, day).toBe(2)
  expect((await listContractsToSend(onDay("2027-06-13"), 5)).count).toBe(0)
  for (const { booking } of [unreached, refused]) {
    expect(await recordHandOver(camille, { bookingId: booking.id, version: 1 }, onDay("2027-06-13"))).toMatchObject({
      error: { kind: "not-waiting" },
    })
    expect((await bookingNow(booking.id)).status).toBe("confirmed")
  }
  expect((await recordHandOver(camille, { bookingId: unreached.booking.id, version: 1 }, onDay("2027-06-12"))).ok).toBe(
    true,
  )
})

test("a contract of a customer without a mail lapses in the same way", async () => {
  const { booking } = await makeConfirmedBooking(camille, { email: "" })
  await sendContract({ bookingId: booking.id, confirmedAt: now.toISOString() }, minutes(1))
  expect(await due(booking.id)).toBeNull()
  expect(await recordHandOver(camille, { bookingId: booking.id, version: 1 }, hours(2))).toEqual({
    ok: true,
    value: hours(50),
  })
  expect(await listContractsToSend(hours(3), 5)).toMatchObject({ count: 0 })
  expect((await readOpenMatters(hours(3), 5)).contracts).toMatchObject({ count: 1, items: [{ dueAt: hours(50) }] })
})
