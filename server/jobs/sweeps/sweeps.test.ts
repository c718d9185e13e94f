import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Id } from "../../../domain/id.ts"
import { onOwnAccount, system } from "../../../domain/accounts/party.ts"
import type { Day } from "../../../domain/day.ts"
import { makeCustomer, makeOrder } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import {
  addContract,
  bookingNow,
  confirmed,
  contractsOf,
  daysHeld,
  endOf,
  mailsOf,
  pay,
  placedAt,
  refundsOf,
  requested,
  signed,
  templatesOf,
} from "../../../tests/ends.ts"
import { mailsDelivered } from "../../../tests/contracts/signing.ts"
import { confirmBooking, restoreBooking } from "../../bookings/answer.ts"
import { previewCancellation } from "../../bookings/cancel.ts"
import { bookingDetail, bookingsOfCustomer } from "../../booking-record/queries.ts"
import { hasStatus } from "../../access/status-at.ts"
import { placeBooking } from "../../bookings/place.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { metricsText } from "../health/metrics.ts"
import { jobs, runJob } from "../schedule.ts"
import { type SweepName, sweepNames } from "../../platform/queue/sweep-names.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { bookings, contracts } from "../../platform/schema/bookings.ts"
import { bookingLinks } from "../../platform/schema/contracts.ts"
import { siteConfig } from "../../platform/schema/content.ts"
import { lateSweeps, runDue, sweep, sweeps } from "./all.ts"
import { clearJobs, readJobs, setJobState } from "../../../tests/harness/jobs.ts"

beforeEach(freshDatabase)

const hours = (count: number) => new Date(placedAt.getTime() + count * 3_600_000)

/** The jobs that sweeps have promised and nobody has done yet. */
async function promised(): Promise<{ sweep: SweepName; id: Id; at: string }[]> {
  return (await readJobs("due")).filter(({ state }) => state !== "completed").map(({ data }) => data)
}

/** Sweeps and does the jobs, as the worker would. The clock of the jobs is the sweep's. */
async function sweepAndRun(name: SweepName, at: Date): Promise<string[]> {
  await runJob(name, at)
  const done: string[] = []
  for (const job of await promised()) done.push(await sweeps[job.sweep].run(job.id, at))
  await clearJobs("due")
  return done
}

describe("a sweep", () => {
  test("promises one job a row however often it runs, and each job does its work once @S-request-sweep", async () => {
    const one = await requested()
    const two = await requested()
    const late = hours(8 * 24)
    expect(await runJob("expire-requests", late)).toBe("2 due")
    await Promise.all([sweep("expire-requests", late), sweep("expire-requests", late)])
    const waiting = await promised()
    expect(waiting.map(({ id }) => id).sort()).toEqual([one.booking.id, two.booking.id].sort())
    const [job] = waiting
    if (!job) throw new Error("Nothing was promised")
    const told = await Promise.all([runDue(job), runDue(job), runDue(job)])
    expect(told.sort()).toEqual([
      "expire-requests: nothing to do any more",
      "expire-requests: nothing to do any more",
      "expire-requests: refused",
    ])
    expect(await templatesOf(job.id)).toEqual(["booking-expired", "booking-expired-owner"])
    expect(await endOf(job.id)).toMatchObject([{ kind: "expired", by: null }])
  })

  test("promises another job for a row that is due again soon after its last job was done", async () => {
    const { booking } = await requested()
    const late = hours(8 * 24)
    await sweep("expire-requests", late)
    await setJobState("due", "completed")
    expect(await promised()).toEqual([])
    await sweep("expire-requests", late)
    expect(await promised()).toMatchObject([{ id: booking.id }])
  })

  test("is a job by its name, and has a schedule", () => {
    for (const name of sweepNames) expect(jobs.map((job) => job.name)).toContain(name)
  })

  test("that never ran changes nothing wrong: days of an expired request are free, and it shows as late", async () => {
    const { booking, product } = await requested()
    const late = hours(8 * 24)
    expect((await lateSweeps(late)).find((each) => each.sweep === "expire-requests")).toEqual({
      sweep: "expire-requests",
      rows: 1,
    })
    expect(await metricsText(late)).toContain('guinguette_sweep_late_rows{sweep="expire-requests"} 1')
    const again = await placeBooking({
      party: onOwnAccount(await makeCustomer()),
      order: makeOrder(product.id, booking.dates),
      at: late,
    })
    expect(again.ok).toBe(true)
    // Whoever met it first wrote it down, with its mails.
    expect((await bookingNow(booking.id))?.status).toBe("refused")
    expect(await templatesOf(booking.id)).toEqual(["booking-expired", "booking-expired-owner"])
    expect((await lateSweeps(late)).filter(({ rows }) => rows > 0)).toEqual([])
  })
})

test("Nobody sweeps: the days of a booking whose contract was not signed in time are free, and whoever takes them ends it", async () => {
  const { booking, product, party } = await confirmed()
  const other = () => makeCustomer().then(onOwnAccount)
  const early = await placeBooking({ party: await other(), order: makeOrder(product.id, booking.dates), at: hours(47) })
  expect(early).toMatchObject({ ok: false, error: { kind: "days-taken" } })
  const late = await placeBooking({ party: await other(), order: makeOrder(product.id, booking.dates), at: hours(48) })
  expect(late.ok).toBe(true)
  expect((await bookingNow(booking.id))?.status).toBe("cancelled")
  expect(await endOf(booking.id)).toMatchObject([{ kind: "unsigned" }])
  expect(await templatesOf(booking.id)).toEqual(["unsigned-cancelled", "unsigned-cancelled-owner"])
  expect(await previewCancellation(party, booking.id, hours(48))).toMatchObject({ error: { kind: "ended" } })
})

test("Nobody sweeps: a booking whose contract was not signed in time reads as cancelled everywhere", async () => {
  const { booking, party } = await confirmed()
  const signedOne = await signed()
  const read = async (at: Date) => ({
    own: (await bookingsOfCustomer(party.account.id, at)).map(({ status }) => status),
    page: (await bookingDetail(booking.id, at))?.status,
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

describe("a contract that nobody signs", () => {
  test("is reminded of after a day, once, by a new link that signs", async () => {
    const { booking } = await confirmed()
    expect(await sweepAndRun("remind-to-sign", hours(23))).toEqual([])
    expect(await sweepAndRun("remind-to-sign", hours(24))).toEqual(["reminded"])
    expect(await sweepAndRun("remind-to-sign", hours(25))).toEqual([])
    const [mail] = await mailsOf(booking.id)
    expect(mail?.template).toBe("contract-reminder")
    expect(String(mail?.data.extra["signingUrl"])).toMatch(/^https?:\/\/.+\/signer\/[0-9a-f]{36}$/)
    expect(mail?.data.extra["signBy"]).toBe(hours(48).toISOString())
    expect(await db.select().from(bookingLinks).where(eq(bookingLinks.bookingId, booking.id))).toMatchObject([
      { purpose: "sign" },
    ])
  })

  test("cancels the booking at 48 hours, frees its days, closes its links and writes to both @S-unsigned @K-contract-48", async () => {
    const { booking, product } = await confirmed()
    await pay(booking.id, 7_500)
    await sweepAndRun("remind-to-sign", hours(24))
    await mailsDelivered()
    expect(await sweepAndRun("end-unsigned", hours(47.9))).toEqual([])
    expect(await sweepAndRun("end-unsigned", hours(48))).toEqual(["cancelled"])
    expect(await sweepAndRun("end-unsigned", hours(49))).toEqual([])
    expect((await bookingNow(booking.id))?.status).toBe("cancelled")
    expect(await contractsOf(booking.id)).toEqual(["lapsed"])
    expect(await daysHeld(booking.id)).toEqual([])
    const [link] = await db.select().from(bookingLinks).where(eq(bookingLinks.bookingId, booking.id))
    expect(link?.revokedAt).toEqual(hours(48))
    expect(await endOf(booking.id)).toMatchObject([{ kind: "unsigned", by: null, kept: 0, refund: 7_500 }])
    expect(await refundsOf(booking.id)).toMatchObject([{ amount: 7_500 }])
    expect((await templatesOf(booking.id)).slice(-2)).toEqual(["unsigned-cancelled", "unsigned-cancelled-owner"])
    const again = await placeBooking({
      party: onOwnAccount(await makeCustomer()),
      order: makeOrder(product.id, booking.dates),
      at: hours(49),
    })
    expect(again.ok).toBe(true)
  })

  test("that was signed in the last moment is not swept, nor is a change of what was signed (D59)", async () => {
    const last = await confirmed()
    await sweep("end-unsigned", hours(48))
    await db
      .update(contracts)
      .set({ status: "signed", signedAt: hours(47) })
      .where(eq(contracts.id, last.contract.id))
    for (const job of await promised()) expect(await runDue(job)).toBe("end-unsigned: nothing to do any more")
    expect((await bookingNow(last.booking.id))?.status).toBe("confirmed")
    await clearJobs("due")
    const changed = await signed({ paid: 7_500 })
    await addContract(changed.booking.id, placedAt)
    expect(await sweepAndRun("end-unsigned", hours(72))).toEqual([])
    expect((await bookingNow(changed.booking.id))?.status).toBe("confirmed")
  })

  test("races its signature: one of them counts", async () => {
    for (let round = 0; round < 6; round++) {
      const { booking, contract } = await confirmed()
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

  test("of an event that is near has no reminder after its deadline", async () => {
    const { booking } = await requested(["2027-05-02"])
    await confirmBooking(system, booking.id, placedAt)
    await addContract(booking.id, placedAt, hours(13))
    expect(await sweepAndRun("remind-to-sign", hours(12))).toEqual([])
  })
})

describe("what people are told", () => {
  test("the owner, of a request that has waited for a day: once, and again when it waits anew", async () => {
    const { booking } = await requested()
    expect(await sweepAndRun("tell-waiting", hours(23))).toEqual([])
    expect(await sweepAndRun("tell-waiting", hours(24))).toEqual(["told"])
    expect(await sweepAndRun("tell-waiting", hours(30))).toEqual([])
    expect(await templatesOf(booking.id)).toEqual(["request-waiting-owner"])
    await sweepAndRun("expire-requests", hours(8 * 24))
    await restoreBooking({ actor: system, id: booking.id, from: "refused", at: hours(9 * 24) })
    expect(await sweepAndRun("tell-waiting", hours(10 * 24))).toEqual(["told"])
  })

  test("the customer, the day before from nine o'clock on, where and what to prepare", async () => {
    const { booking } = await signed({ paid: 25_000 })
    const eve = (time: string) => new Date(`2027-06-11T${time}:00+02:00`)
    expect(await sweepAndRun("tell-day-before", eve("08:59"))).toEqual([])
    expect(await sweepAndRun("tell-day-before", eve("09:05"))).toEqual(["told"])
    expect(await sweepAndRun("tell-day-before", eve("12:00"))).toEqual([])
    const mail = (await mailsOf(booking.id)).find(({ template }) => template === "day-before")
    expect(mail?.data.extra["prepare"]).toEqual([
      "Le retrait se fait à notre dépôt.",
      "Prévoyez un véhicule adapté\u00a0: le transport se fait sous votre garde.",
    ])
  })

  test("nobody the day before, whose contract still waits for its first signature", async () => {
    await confirmed()
    expect(await sweepAndRun("tell-day-before", new Date("2027-06-11T09:05:00+02:00"))).toEqual([])
  })

  test("nobody who unticked it: neither the day before nor thanks", async () => {
    const { booking, customer } = await signed({ paid: 25_000 })
    const choose = (mailDayBefore: boolean, mailThanks: boolean) =>
      db.update(profiles).set({ mailDayBefore, mailThanks }).where(eq(profiles.id, customer.id))
    const [eve, after] = [new Date("2027-06-11T09:05:00+02:00"), new Date("2027-06-13T10:15:00+02:00")]
    await choose(false, false)
    expect(await sweepAndRun("tell-day-before", eve)).toEqual([])
    expect(await sweepAndRun("thank", after)).toEqual([])
    const told = await templatesOf(booking.id)
    expect(told).not.toContain("day-before")
    expect(told).not.toContain("booking-thanks")
    // What they chose, and nothing else, kept them from it.
    await choose(true, true)
    expect(await sweepAndRun("tell-day-before", eve)).toEqual(["told"])
    expect(await sweepAndRun("thank", after)).toEqual(["thanked"])
  })

  test("thanks the day after the return, with the place for reviews, for a week at most", async () => {
    const { booking } = await signed({ paid: 25_000 })
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
    const mail = (await mailsOf(booking.id)).find(({ template }) => template === "booking-thanks")
    expect(mail?.data.extra["reviewUrl"]).toBe("https://search.google.com/local/writereview?placeid=ChIJ%201")
    const forgotten = await signed({ paid: 25_000 })
    expect(await sweepAndRun("thank", at("2027-06-25", "10:15"))).toEqual([])
    expect(await templatesOf(forgotten.booking.id)).not.toContain("booking-thanks")
  })
})
