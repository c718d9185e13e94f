import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { withRentals } from "../../booking-record/rentals.ts"
import type { Id } from "../../../domain/id.ts"
import { ownAccountParty, system } from "../../../domain/accounts/party.ts"
import type { Day } from "../../../domain/day.ts"
import { makeCustomer, makeFinanceSettings, makeOrder } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import {
  addContract,
  bookingNow,
  placeConfirmedBooking,
  readContracts,
  daysHeld,
  readEnd,
  readMails,
  pay,
  placedAt,
  readRefunds,
  placeTestRequest,
  placeSignedBooking,
  readTemplates,
} from "../../../tests/ends.ts"
import { deliverMails } from "../../../tests/contracts/signing.ts"
import { confirmBooking, restoreBooking } from "../../bookings/answer.ts"
import { readBookingPage } from "../../bookings/booking-page.ts"
import { previewCancellation } from "../../bookings/cancel.ts"
import { readBookingDetail, listCustomerBookings } from "../../booking-record/queries.ts"
import { hasStatus } from "../../access/status-at.ts"
import { placeBooking } from "../../bookings/place.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { renderMetrics } from "../health/metrics.ts"
import { jobs, runJob } from "../schedule.ts"
import { type SweepName, sweepNames } from "../../platform/queue/sweep-names.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings, contracts } from "../../platform/schema/bookings.ts"
import { bookingLinks } from "../../platform/schema/contracts.ts"
import { siteConfig } from "../../platform/schema/content.ts"
import { countLateRows, runDue, sweep, sweeps } from "./all.ts"
import { clearJobs, readJobs, setJobState } from "../../../tests/harness/jobs.ts"

beforeEach(freshDatabase)

const hours = (count: number) => new Date(placedAt.getTime() + count * 3_600_000)

async function queuedJobs(): Promise<{ sweep: SweepName; id: Id; at: string }[]> {
  return (await readJobs("due")).filter(({ state }) => state !== "completed").map(({ data }) => data)
}

/** The jobs run at the sweep's time. */
async function sweepAndRun(name: SweepName, at: Date): Promise<string[]> {
  await runJob(name, at)
  const done: string[] = []
  for (const job of await queuedJobs()) done.push(await sweeps[job.sweep].run(job.id, at))
  await clearJobs("due")
  return done
}

describe("a sweep", () => {
  test("a sweep queues one job per row however often it runs, and each job works once @S-request-sweep", async () => {
    const one = await placeTestRequest()
    const two = await placeTestRequest()
    const late = hours(8 * 24)
    expect(await runJob("expire-requests", late)).toBe("2 due")
    await Promise.all([sweep("expire-requests", late), sweep("expire-requests", late)])
    const waiting = await queuedJobs()
    expect(waiting.map(({ id }) => id).sort()).toEqual([one.booking.id, two.booking.id].sort())
    const [job] = waiting
    if (!job) throw new Error("Nothing was promised")
    const outcome = await Promise.all([runDue(job), runDue(job), runDue(job)])
    expect(outcome.sort()).toEqual([
      "expire-requests: nothing to do any more",
      "expire-requests: nothing to do any more",
      "expire-requests: refused",
    ])
    expect(await readTemplates(job.id)).toEqual(["booking-expired", "booking-expired-owner"])
    expect(await readEnd(job.id)).toMatchObject([{ kind: "expired", by: null }])
  })

  test("a sweep queues another job for a row due again soon after its last job", async () => {
    const { booking } = await placeTestRequest()
    const late = hours(8 * 24)
    await sweep("expire-requests", late)
    await setJobState("due", "completed")
    expect(await queuedJobs()).toEqual([])
    await sweep("expire-requests", late)
    expect(await queuedJobs()).toMatchObject([{ id: booking.id }])
  })

  test("a sweep is a job under its own name, and has a schedule", () => {
    for (const name of sweepNames) expect(jobs.map((job) => job.name)).toContain(name)
  })

  test("a sweep that never ran does no harm: an expired request's days are free, and it is reported late", async () => {
    const { booking, product } = await placeTestRequest()
    const late = hours(8 * 24)
    expect((await countLateRows(late)).find((each) => each.sweep === "expire-requests")).toEqual({
      sweep: "expire-requests",
      rows: 1,
    })
    expect(await renderMetrics(late)).toContain('guinguette_sweep_late_rows{sweep="expire-requests"} 1')
    const again = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, booking.dates),
      at: late,
    })
    expect(again.ok).toBe(true)
    // The first claim recorded the expiry, with its mails.
    expect((await bookingNow(booking.id))?.status).toBe("refused")
    expect(await readTemplates(booking.id)).toEqual(["booking-expired", "booking-expired-owner"])
    expect((await countLateRows(late)).filter(({ rows }) => rows > 0)).toEqual([])
  })
})

test("without a sweep, an unsigned booking's days are free, and the next claim ends it", async () => {
  const { booking, product, party } = await placeConfirmedBooking()
  const other = () => makeCustomer().then(ownAccountParty)
  const early = await placeBooking({ party: await other(), order: makeOrder(product.id, booking.dates), at: hours(47) })
  expect(early).toMatchObject({ ok: false, error: { kind: "days-taken" } })
  const late = await placeBooking({ party: await other(), order: makeOrder(product.id, booking.dates), at: hours(48) })
  expect(late.ok).toBe(true)
  expect((await bookingNow(booking.id))?.status).toBe("cancelled")
  expect(await readEnd(booking.id)).toMatchObject([{ kind: "unsigned" }])
  expect(await readTemplates(booking.id)).toEqual(["unsigned-cancelled", "unsigned-cancelled-owner"])
  expect(await previewCancellation(party, booking.id, hours(48))).toMatchObject({ error: { kind: "ended" } })
})

test("without a sweep, an unsigned booking reads as cancelled everywhere", async () => {
  const { booking, party } = await placeConfirmedBooking()
  const signedOne = await placeSignedBooking()
  const read = async (at: Date) => ({
    own: (await listCustomerBookings(party.account.id, at)).map(({ status }) => status),
    page: (await readBookingDetail(booking.id, at))?.status,
    confirmed: await listed("confirmed", at),
    cancelled: await listed("cancelled", at),
  })
  const listed = async (status: "confirmed" | "cancelled", at: Date) =>
    (await db.select({ id: bookings.id }).from(bookings).where(hasStatus(status, at))).map(({ id }) => id)
  const other = signedOne.booking.id
  const inTime = await read(hours(47))
  expect(inTime).toMatchObject({ own: ["confirmed"], page: "confirmed", cancelled: [] })
  expect(inTime.confirmed.toSorted()).toEqual([booking.id, other].toSorted())
  expect(await read(hours(48))).toEqual({
    own: ["cancelled"],
    page: "cancelled",
    confirmed: [other],
    cancelled: [booking.id],
  })
})

describe("an unsigned contract", () => {
  test("a reminder goes out after a day, once, with a new link that signs", async () => {
    const { booking } = await placeConfirmedBooking()
    expect(await sweepAndRun("remind-to-sign", hours(23))).toEqual([])
    expect(await sweepAndRun("remind-to-sign", hours(24))).toEqual(["reminded"])
    expect(await sweepAndRun("remind-to-sign", hours(25))).toEqual([])
    const [mail] = await readMails(booking.id)
    expect(mail?.template).toBe("contract-reminder")
    expect(String(mail?.data.extra["signingUrl"])).toMatch(/^https?:\/\/.+\/signer\/[0-9a-f]{36}$/)
    expect(mail?.data.extra["signBy"]).toBe(hours(48).toISOString())
    expect(await db.select().from(bookingLinks).where(eq(bookingLinks.bookingId, booking.id))).toMatchObject([
      { purpose: "sign" },
    ])
  })

  test("the booking is cancelled at 48 hours, with days freed, links closed and mails to both @S-unsigned @K-contract-48", async () => {
    const { booking, product } = await placeConfirmedBooking()
    await pay(booking.id, 7_500)
    await sweepAndRun("remind-to-sign", hours(24))
    await deliverMails()
    expect(await sweepAndRun("end-unsigned", hours(47.9))).toEqual([])
    expect(await sweepAndRun("end-unsigned", hours(48))).toEqual(["cancelled"])
    expect(await sweepAndRun("end-unsigned", hours(49))).toEqual([])
    expect((await bookingNow(booking.id))?.status).toBe("cancelled")
    expect(await readContracts(booking.id)).toEqual(["lapsed"])
    expect(await daysHeld(booking.id)).toEqual([])
    const [link] = await db.select().from(bookingLinks).where(eq(bookingLinks.bookingId, booking.id))
    expect(link?.revokedAt).toEqual(hours(48))
    expect(await readEnd(booking.id)).toMatchObject([{ kind: "unsigned", by: null, kept: 0, refund: 7_500 }])
    expect(await readRefunds(booking.id)).toMatchObject([{ amount: 7_500 }])
    expect((await readTemplates(booking.id)).slice(-2)).toEqual(["unsigned-cancelled", "unsigned-cancelled-owner"])
    const again = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(product.id, booking.dates),
      at: hours(49),
    })
    expect(again.ok).toBe(true)
  })

  test("a contract signed in the last moment is not swept, nor is an amendment (D59)", async () => {
    const last = await placeConfirmedBooking()
    await sweep("end-unsigned", hours(48))
    await db
      .update(contracts)
      .set({ status: "signed", signedAt: hours(47) })
      .where(eq(contracts.id, last.contract.id))
    for (const job of await queuedJobs()) expect(await runDue(job)).toBe("end-unsigned: nothing to do any more")
    expect((await bookingNow(last.booking.id))?.status).toBe("confirmed")
    await clearJobs("due")
    const changed = await placeSignedBooking({ paid: 7_500 })
    await addContract(changed.booking.id, placedAt)
    expect(await sweepAndRun("end-unsigned", hours(72))).toEqual([])
    expect((await bookingNow(changed.booking.id))?.status).toBe("confirmed")
  })

  test("a sweep racing the signature: one of them counts", async () => {
    for (let round = 0; round < 6; round++) {
      const { booking, contract } = await placeConfirmedBooking()
      const sign = transaction(async (tx) => {
        await tx.select().from(bookings).where(eq(bookings.id, booking.id)).for("update")
        const { rowCount } = await tx.execute(sql`
          update contracts set status = 'signed', signed_at = ${hours(47).toISOString()} where id = ${contract.id} and status = 'sent'`)
        return rowCount === 1
      })
      const [isSigned, ended] = await Promise.all([sign, sweeps["end-unsigned"].run(contract.id, hours(48))])
      expect([isSigned, ended === "cancelled"].filter(Boolean)).toHaveLength(1)
      expect((await bookingNow(booking.id))?.status).toBe(isSigned ? "confirmed" : "cancelled")
    }
  })

  test("a contract close to its event gets no reminder after its deadline", async () => {
    const { booking } = await placeTestRequest(["2027-05-02"])
    await confirmBooking(system, booking.id, placedAt)
    await addContract(booking.id, placedAt, hours(13))
    expect(await sweepAndRun("remind-to-sign", hours(12))).toEqual([])
  })
})

describe("scheduled mails", () => {
  test("the owner is reminded of a request after a day: once, and again when it is reopened", async () => {
    const { booking } = await placeTestRequest()
    expect(await sweepAndRun("tell-waiting", hours(23))).toEqual([])
    expect(await sweepAndRun("tell-waiting", hours(24))).toEqual(["told"])
    expect(await sweepAndRun("tell-waiting", hours(30))).toEqual([])
    expect(await readTemplates(booking.id)).toEqual(["request-waiting-owner"])
    await sweepAndRun("expire-requests", hours(8 * 24))
    await restoreBooking({ actor: system, id: booking.id, from: "refused", at: hours(9 * 24) })
    expect(await sweepAndRun("tell-waiting", hours(10 * 24))).toEqual(["told"])
  })

  test("the customer is reminded from nine o'clock on the day before, with place and preparation", async () => {
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    const eve = (time: string) => new Date(`2027-06-11T${time}:00+02:00`)
    expect(await sweepAndRun("tell-day-before", eve("08:59"))).toEqual([])
    expect(await sweepAndRun("tell-day-before", eve("09:05"))).toEqual(["told"])
    expect(await sweepAndRun("tell-day-before", eve("12:00"))).toEqual([])
    const mail = (await readMails(booking.id)).find(({ template }) => template === "day-before")
    expect(mail?.data.extra["prepare"]).toEqual([
      "Le retrait se fait à notre dépôt.",
      "Prévoyez un véhicule adapté\u00a0: le transport se fait sous votre garde.",
    ])
  })

  test("a customer with an unsigned contract gets no reminder the day before", async () => {
    await placeConfirmedBooking()
    expect(await sweepAndRun("tell-day-before", new Date("2027-06-11T09:05:00+02:00"))).toEqual([])
  })

  test("a customer who opted out gets neither a reminder nor thanks", async () => {
    const { booking, customer } = await placeSignedBooking({ paid: 25_000 })
    const choose = (mailDayBefore: boolean, mailThanks: boolean) =>
      db.update(profiles).set({ mailDayBefore, mailThanks }).where(eq(profiles.id, customer.id))
    const [eve, after] = [new Date("2027-06-11T09:05:00+02:00"), new Date("2027-06-13T10:15:00+02:00")]
    await choose(false, false)
    expect(await sweepAndRun("tell-day-before", eve)).toEqual([])
    expect(await sweepAndRun("thank", after)).toEqual([])
    const outcome = await readTemplates(booking.id)
    expect(outcome).not.toContain("day-before")
    expect(outcome).not.toContain("booking-thanks")
    // Control: only the customer's choice had stopped the mails.
    await choose(true, true)
    expect(await sweepAndRun("tell-day-before", eve)).toEqual(["told"])
    expect(await sweepAndRun("thank", after)).toEqual(["thanked"])
  })

  test("a rental until noon is over and thanked for the day after its collection", async () => {
    await makeFinanceSettings({ rentalDayStartsAt: 12 })
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    const [sunday, monday] = [new Date("2027-06-13T10:15:00+02:00"), new Date("2027-06-14T10:15:00+02:00")]
    expect(await bookingNow(booking.id)).toMatchObject({ lastDay: "2027-06-12", returnsOn: "2027-06-13" })
    const nextStep = async (at: Date) => (await readBookingPage(await withRentals(booking), at)).journey.next.kind
    expect([await nextStep(sunday), await nextStep(monday)]).toEqual(["event", "over"])
    expect(await sweepAndRun("thank", sunday)).toEqual([])
    expect(await sweepAndRun("thank", monday)).toEqual(["thanked"])
    const [mail] = (await readMails(booking.id)).filter(({ template }) => template === "booking-thanks")
    const periods = [{ from: "2027-06-12T10:00:00.000Z", until: "2027-06-13T10:00:00.000Z" }]
    expect(mail?.data).toMatchObject({ booking: { rentals: [{ periods, windows: {} }] } })
  })

  test("the customer is thanked the day after the return, with a review link, within a week at most", async () => {
    const { booking } = await placeSignedBooking({ paid: 25_000 })
    const at = (day: Day, time: string) => new Date(`${day}T${time}:00+02:00`)
    expect(await sweepAndRun("thank", at("2027-06-12", "20:00"))).toEqual([])
    expect(await sweepAndRun("thank", at("2027-06-13", "09:59"))).toEqual([])
    const googleBusinessId = "ChIJ 1"
    await db
      .insert(siteConfig)
      .values({ googleBusinessId })
      .onConflictDoUpdate({ target: siteConfig.id, set: { googleBusinessId } })
    expect(await sweepAndRun("thank", at("2027-06-13", "10:15"))).toEqual(["thanked"])
    expect(await sweepAndRun("thank", at("2027-06-14", "10:15"))).toEqual([])
    const mail = (await readMails(booking.id)).find(({ template }) => template === "booking-thanks")
    expect(mail?.data.extra["reviewUrl"]).toBe("https://search.google.com/local/writereview?placeid=ChIJ%201")
    const forgotten = await placeSignedBooking({ paid: 25_000 })
    expect(await sweepAndRun("thank", at("2027-06-25", "10:15"))).toEqual([])
    expect(await readTemplates(forgotten.booking.id)).not.toContain("booking-thanks")
  })
})
