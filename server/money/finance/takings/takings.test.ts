import { createHash, randomUUID } from "node:crypto"
import { asc, eq, sql } from "drizzle-orm"
import { strFromU8, unzipSync } from "fflate"
import { beforeEach, describe, expect, test } from "vitest"
import type { Staff } from "../../../../domain/accounts/party.ts"
import type { Day } from "../../../../domain/day.ts"
import type { BookingId } from "../../../../domain/id.ts"
import type { ManualPaymentMeans } from "../../../../domain/finance/payment.ts"
import { placeSignedBooking } from "../../../../tests/ends.ts"
import { makeAdministrator, makeFinanceSettings, withoutTriggers } from "../../../../tests/factories.ts"
import { freshDatabase } from "../../../../tests/harness/database.ts"
import { db, pool } from "../../../platform/database.server.ts"
import { refunds } from "../../../platform/schema/money.ts"
import { takings, takingsClosings } from "../../../platform/schema/takings.ts"
import { recordPayment } from "../payments.ts"
import { correctPayment } from "../correct-payment.ts"
import { recordRefund } from "../refunds.ts"
import { buildTakingsArchive } from "./archive.ts"
import { checkTakings, readLastCheck } from "./check.ts"
import { closeTakings } from "./close.ts"
import { listClosings, listTakings } from "./list.ts"

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  camille = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" }
})

/** Noon in Paris on that day, which has begun by then. */
const noon = (day: Day) => new Date(`${day}T10:00:00Z`)
const later = noon("2028-03-01")

async function pay(bookingId: BookingId, day: Day, amount = 10_000, means: ManualPaymentMeans = "transfer") {
  const paid = await recordPayment(
    camille,
    { id: randomUUID(), bookingId, means, amount, receivedOn: day, note: "" },
    noon(day),
  )
  if (!paid.ok) throw new Error(paid.error.kind)
  return paid.value.payment
}

const sealAnew = (number: number) => sql`
  update takings set hash = taking_hash(previous_hash, number, kind, source_id, booking_number, means, amount, moved_on,
    recorded_at, corrects, day) where number = ${number}`

const lines = () => db.select().from(takings).orderBy(asc(takings.number))
const findingKinds = async () => (await checkTakings(later)).findings.map(({ kind, number }) => `${kind} ${number}`)

describe("the register of payments", () => {
  test("the register has a line for each payment, counter-entry and refund, sealed with the previous one", async () => {
    const { booking } = await placeSignedBooking()
    const payment = await pay(booking.id, "2027-05-02")
    await pay(booking.id, "2027-05-03", 5_000, "cash")
    const corrected = await correctPayment(camille, payment.id, noon("2027-05-03"))
    expect(corrected.ok).toBe(true)
    const [refund] = await db
      .insert(refunds)
      .values({ bookingId: booking.id, reason: "overpaid", amount: 2_000, dueOn: "2027-05-17" })
      .returning()
    if (!refund) throw new Error("No refund was written")
    expect(await lines()).toHaveLength(3)
    const noted = await recordRefund({
      actor: camille,
      refundId: refund.id,
      made: { means: "cash", madeOn: "2027-05-04", note: "" },
      at: noon("2027-05-04"),
    })
    expect(noted.ok).toBe(true)
    const written = await lines()
    expect(
      written.map(({ number, kind, means, amount, corrects, day }) => [number, kind, means, amount, corrects, day]),
    ).toEqual([
      [1, "payment", "transfer", 10_000, null, "2027-05-02"],
      [2, "payment", "cash", 5_000, null, "2027-05-03"],
      [3, "payment", "transfer", -10_000, 1, "2027-05-03"],
      [4, "refund", "cash", -2_000, null, "2027-05-04"],
    ])
    expect(written.map(({ previousHash }) => previousHash)).toEqual([
      "0".repeat(64),
      ...written.slice(0, 3).map(({ hash }) => hash),
    ])
    expect(await checkTakings(later)).toMatchObject({ entries: 4, found: 0, findings: [] })
    expect(await readLastCheck()).toMatchObject({ entries: 4, found: 0 })
  })

  test("the register has no gap and one order for twenty concurrent payments, without rolled back ones", async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => placeSignedBooking()))
    const fourTimes = [made, made, made, made].flat()
    await Promise.all(fourTimes.map(({ booking }, index) => pay(booking.id, "2027-05-02", 100 + index)))
    const client = await pool.connect()
    await client.query("begin")
    await client.query(
      "insert into payments (booking_id, means, amount, received_on) values ($1, 'cash', 1, '2027-05-02')",
      [made[0]?.booking.id],
    )
    await client.query("rollback")
    client.release()
    const written = await lines()
    expect(written.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
    expect(new Set(written.map(({ previousHash }) => previousHash)).size).toBe(20)
    expect(await checkTakings(later)).toMatchObject({ entries: 20, found: 0 })
  })

  test("the register rejects changes of a line and of a closing", async () => {
    const { booking } = await placeSignedBooking()
    await pay(booking.id, "2027-05-02")
    await closeTakings(noon("2027-05-04"), later)
    for (const statement of [
      "update takings set amount = 1",
      "delete from takings",
      "truncate takings cascade",
      "update takings_closings set received = 1",
      "delete from takings_closings",
    ])
      await expect(pool.query(statement)).rejects.toThrow(/append-only/)
  })
})

describe("the check of the register", () => {
  const bookings: { id: string }[] = []
  beforeEach(async () => {
    bookings.length = 0
    const { booking } = await placeSignedBooking()
    bookings.push(booking)
    for (const day of ["2027-05-02", "2027-05-03", "2027-05-04"] as const) await pay(booking.id, day)
    await closeTakings(noon("2027-05-05"), later)
  })

  test("the check finds nothing in an unaltered register", async () => {
    expect(await findingKinds()).toEqual([])
  })

  test("the check finds a payment that a superuser has changed", async () => {
    await withoutTriggers(sql`update payments set amount = 9000 where received_on = '2027-05-03'`)
    expect(await findingKinds()).toEqual(["source-differs 2"])
  })

  test("the check finds a payment that a superuser has removed, or added", async () => {
    await withoutTriggers(sql`delete from payments where received_on = '2027-05-02'`)
    await withoutTriggers(
      sql`insert into payments (booking_id, means, amount, received_on) values (${bookings[0]?.id}, 'cash', 100, '2027-05-04')`,
    )
    expect(await findingKinds()).toEqual(["source-missing 1", expect.stringMatching(/^unregistered \d+$/)])
  })

  test("the check finds a line that was changed together with its payment", async () => {
    await withoutTriggers(sql`update payments set amount = 9000 where received_on = '2027-05-03'`)
    await withoutTriggers(sql`update takings set amount = 9000 where number = 2`)
    expect(await findingKinds()).toEqual(["hash 2", "closing-sum 2", "closing-sum 3"])
  })

  test("the check finds a line even if its hash and every later one were recomputed", async () => {
    await withoutTriggers(sql`update payments set amount = 9000 where received_on = '2027-05-03'`)
    await withoutTriggers(sql`update takings set amount = 9000 where number = 2`)
    await withoutTriggers(sealAnew(2))
    expect(await findingKinds()).toEqual(["link 3", "closing-sum 2", "closing-sum 3"])
    await withoutTriggers(
      sql`update takings set previous_hash = (select hash from takings where number = 2) where number = 3`,
    )
    await withoutTriggers(sealAnew(3))
    expect(await findingKinds()).toEqual(["closing-sum 2", "closing-sum 3"])
  })

  test("the check finds a missing line, in the middle or at the end", async () => {
    await withoutTriggers(sql`delete from takings where number = 2`)
    expect(await findingKinds()).toContain("gap 3")
    await withoutTriggers(sql`delete from takings where number = 3`)
    expect(await findingKinds()).toContain("closing-sum 3")
  })

  test("the check finds a closing that was changed, rehashed or deleted", async () => {
    await withoutTriggers(sql`update takings_closings set received = 1 where number = 2`)
    expect(await findingKinds()).toEqual(["closing-hash 2", "closing-sum 2"])
    await withoutTriggers(sql`update takings_closings set received = 10000, hash = repeat('a', 64) where number = 2`)
    expect(await findingKinds()).toEqual(["closing-hash 2", "closing-seal 2", "closing-link 3"])
    await withoutTriggers(sql`delete from takings_closings where number = 2`)
    expect(await findingKinds()).toEqual(["closing-gap 3"])
  })
})

describe("closing the register", () => {
  const closings = () => db.select().from(takingsClosings).orderBy(asc(takingsClosings.number))

  test("closing catches up each past day, with its month and year, and is idempotent", async () => {
    const { booking } = await placeSignedBooking()
    await pay(booking.id, "2027-12-30", 10_000)
    await pay(booking.id, "2027-12-31", 5_000, "cash")
    expect(await closeTakings(noon("2027-12-30"), later)).toBe(0)
    expect(await closeTakings(noon("2028-01-02"), later)).toBe(5)
    expect(await closeTakings(noon("2028-01-02"), later)).toBe(0)
    await pay(booking.id, "2028-01-02", 7_000)
    expect(
      await Promise.all([closeTakings(noon("2028-01-03"), later), closeTakings(noon("2028-01-03"), later)]),
    ).toContain(1)
    const made = await closings()
    expect(
      made.map(({ period, lastDay, entries, received, perpetualEntries, perpetualReceived }) => [
        period,
        lastDay,
        entries,
        received,
        perpetualEntries,
        perpetualReceived,
      ]),
    ).toEqual([
      ["day", "2027-12-30", 1, 10_000, 1, 10_000],
      ["day", "2027-12-31", 1, 5_000, 2, 15_000],
      ["month", "2027-12-31", 2, 15_000, 2, 15_000],
      ["year", "2027-12-31", 2, 15_000, 2, 15_000],
      ["day", "2028-01-01", 0, 0, 2, 15_000],
      ["day", "2028-01-02", 1, 7_000, 3, 22_000],
    ])
    expect(made[3]).toMatchObject({ firstDay: "2027-01-01", byMeans: { transfer: 10_000, cash: 5_000 } })
    expect(await checkTakings(later)).toMatchObject({ closings: 6, found: 0 })
    expect((await listClosings("month", 1)).rows).toHaveLength(1)
  })

  test("a payment dated on a closed day counts for the first open one", async () => {
    const { booking } = await placeSignedBooking()
    await pay(booking.id, "2027-05-02")
    await closeTakings(noon("2027-05-04"), later)
    await pay(booking.id, "2027-05-02", 3_000)
    expect((await lines()).at(-1)).toMatchObject({ movedOn: "2027-05-02", day: "2027-05-04" })
    await closeTakings(noon("2027-05-06"), later)
    expect(await checkTakings(later)).toMatchObject({ closings: 4, found: 0 })
  })

  test("a future day is never closed, whatever instant is given", async () => {
    const { booking } = await placeSignedBooking()
    await pay(booking.id, "2027-05-02")
    expect(await closeTakings(noon("2030-01-01"), noon("2027-05-03"))).toBe(1)
    expect(await db.select({ at: takingsClosings.closedAt }).from(takingsClosings)).toEqual([
      { at: noon("2027-05-03") },
    ])
  })
})

describe("exports of the register", () => {
  test("the list is filtered by client, number, means and days, with the total of its lines", async () => {
    const { booking, customer } = await placeSignedBooking({ client: { name: "Élodie Marchand" } })
    const { booking: other } = await placeSignedBooking()
    const first = await pay(booking.id, "2027-05-02", 10_000)
    await pay(booking.id, "2027-05-09", 4_000, "cheque")
    await pay(other.id, "2027-05-03", 6_000, "cash")
    const all = { search: "", means: null, since: null, until: null, page: 1 }
    const listNumbers = async (filters: Partial<typeof all> & { means?: "cash"; since?: Day; until?: Day }) =>
      (await listTakings({ ...all, ...filters } as Parameters<typeof listTakings>[0])).rows.map(({ number }) => number)
    expect(await listNumbers({})).toEqual([3, 2, 1])
    expect(await listNumbers({ search: "elodie" })).toEqual([2, 1])
    expect(await listNumbers({ search: `n° ${other.number}` })).toEqual([3])
    expect(await listNumbers({ means: "cash" } as never)).toEqual([3])
    expect(await listNumbers({ since: "2027-05-03", until: "2027-05-08" } as never)).toEqual([3])
    expect(await listTakings(all)).toMatchObject({ total: 3, received: 20_000, refunded: 0 })
    // The last closing plus later lines must equal a count of all lines.
    await closeTakings(noon("2027-05-06"), later)
    const counter = await correctPayment(camille, first.id, noon("2027-05-10"))
    expect(counter.ok).toBe(true)
    const { total, received, refunded } = await listTakings({ ...all, since: "2000-01-01" } as never)
    expect(await listTakings(all)).toMatchObject({ total, received, refunded })
    expect({ total, received, refunded }).toEqual({ total: 4, received: 10_000, refunded: 0 })
    expect(customer.name).toBe("Élodie Marchand")
  })

  test("the archive has files, lines and a signature that can be verified without our software", async () => {
    const { booking } = await placeSignedBooking()
    await pay(booking.id, "2027-05-02")
    await pay(booking.id, "2027-05-03", 2_500, "cash")
    await closeTakings(noon("2027-05-05"), later)
    const files = unzipSync(await buildTakingsArchive(2027, noon("2027-05-05")))
    expect(Object.keys(files).toSorted()).toEqual([
      "LISEZMOI.txt",
      "SHA256SUMS",
      "SHA256SUMS.p7s",
      "clotures-2027.csv",
      "encaissements-2027.csv",
      "verification.txt",
    ])
    const sums = strFromU8(files["SHA256SUMS"] ?? new Uint8Array())
    for (const line of sums.trim().split("\n")) {
      const [sum, name = ""] = line.split("  ")
      expect(sha256(files[name] ?? new Uint8Array())).toBe(sum)
    }
    // Follows the archive's own instructions: each line's hash from its columns.
    const table = strFromU8(files["encaissements-2027.csv"] ?? new Uint8Array())
    const rows = table
      .trim()
      .split("\r\n")
      .slice(1)
      .map((row) => row.split(";"))
    expect(rows).toHaveLength(2)
    for (const row of rows) {
      const [number, kind, id, reservation, means, cents, moved, recorded, correctedLine = "", day, before, hash] = row
      const text = [
        before,
        number,
        kind,
        id,
        reservation,
        means,
        cents,
        moved,
        recorded,
        correctedLine || "-",
        day,
      ].join("|")
      expect(sha256(Buffer.from(text))).toBe(hash)
    }
    expect(strFromU8(files["verification.txt"] ?? new Uint8Array())).toContain("Aucune anomalie")
    expect(files["SHA256SUMS.p7s"]?.length).toBeGreaterThan(500)
    expect(strFromU8(files["LISEZMOI.txt"] ?? new Uint8Array())).toContain("openssl cms -verify")
  })

  test("the exports name no reason that retention has erased", async () => {
    const { rows } = await pool.query<{ clean: { lines: { reason?: string; label: string }[] } }>(
      `select without_reasons('{"version": 1, "lines": [{"label": "Photobooth", "amount": 1}, {"label": "Remise", "reason": "Sa mère", "amount": -1}]}') as clean`,
    )
    expect(rows[0]?.clean.lines).toEqual([
      { label: "Photobooth", amount: 1 },
      { label: "Remise", reason: "", amount: -1 },
    ])
    expect(await db.select().from(takings).where(eq(takings.number, 1))).toEqual([])
  })
})

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex")
}
