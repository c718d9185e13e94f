import { createHash, randomUUID } from "node:crypto"
import { asc, eq, sql } from "drizzle-orm"
import { strFromU8, unzipSync } from "fflate"
import { beforeEach, describe, expect, test } from "vitest"
import type { Administrator } from "../../../../domain/accounts/party.ts"
import type { Day } from "../../../../domain/day.ts"
import type { BookingId } from "../../../../domain/id.ts"
import type { ManualPaymentMeans } from "../../../../domain/finance/payment.ts"
import { signed } from "../../../../tests/ends.ts"
import { makeAdministrator, makeFinanceSettings, withoutTriggers } from "../../../../tests/factories.ts"
import { freshDatabase } from "../../../../tests/harness/database.ts"
import { db, pool } from "../../../platform/database.server.ts"
import { refunds } from "../../../platform/schema/money.ts"
import { takings, takingsClosings } from "../../../platform/schema/takings.ts"
import { correctPayment, recordPayment } from "../payments.ts"
import { noteRefund } from "../refunds.ts"
import { takingsArchive } from "./archive.ts"
import { checkTakings, lastCheck } from "./check.ts"
import { closeTakings } from "./close.ts"
import { listClosings, listTakings } from "./list.ts"

let camille: Administrator
beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  camille = { kind: "administrator", id: (await makeAdministrator()).id, name: "Camille" }
})

/** Noon in Paris of that day, which has come by then. */
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
const kindsFound = async () => (await checkTakings(later)).findings.map(({ kind, number }) => `${kind} ${number}`)

describe("the register of takings", () => {
  test("has a line for each payment, counter-entry and refund, each sealed with the one before", async () => {
    const { booking } = await signed()
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
    const noted = await noteRefund(
      camille,
      refund.id,
      { means: "cash", madeOn: "2027-05-04", note: "" },
      noon("2027-05-04"),
    )
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
    expect(await lastCheck()).toMatchObject({ entries: 4, found: 0 })
  })

  test("has no gap and one order when twenty payments come at once, and none of what was rolled back", async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => signed()))
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

  test("takes no change, neither of a line nor of a closing", async () => {
    const { booking } = await signed()
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

describe("the check", () => {
  const bookings: { id: string }[] = []
  beforeEach(async () => {
    bookings.length = 0
    const { booking } = await signed()
    bookings.push(booking)
    for (const day of ["2027-05-02", "2027-05-03", "2027-05-04"] as const) await pay(booking.id, day)
    await closeTakings(noon("2027-05-05"), later)
  })

  test("finds nothing where nothing was altered", async () => {
    expect(await kindsFound()).toEqual([])
  })

  test("finds a payment that a superuser has changed", async () => {
    await withoutTriggers(sql`update payments set amount = 9000 where received_on = '2027-05-03'`)
    expect(await kindsFound()).toEqual(["source-differs 2"])
  })

  test("finds a payment that a superuser has removed, or slipped in", async () => {
    await withoutTriggers(sql`delete from payments where received_on = '2027-05-02'`)
    await withoutTriggers(
      sql`insert into payments (booking_id, means, amount, received_on) values (${bookings[0]?.id}, 'cash', 100, '2027-05-04')`,
    )
    expect(await kindsFound()).toEqual(["source-missing 1", expect.stringMatching(/^unregistered \d+$/)])
  })

  test("finds a line that was changed together with its payment", async () => {
    await withoutTriggers(sql`update payments set amount = 9000 where received_on = '2027-05-03'`)
    await withoutTriggers(sql`update takings set amount = 9000 where number = 2`)
    expect(await kindsFound()).toEqual(["hash 2", "closing-sum 2", "closing-sum 3"])
  })

  test("finds it when the hash of the line was made anew, too, and that of every line after it", async () => {
    await withoutTriggers(sql`update payments set amount = 9000 where received_on = '2027-05-03'`)
    await withoutTriggers(sql`update takings set amount = 9000 where number = 2`)
    await withoutTriggers(sealAnew(2))
    expect(await kindsFound()).toEqual(["link 3", "closing-sum 2", "closing-sum 3"])
    await withoutTriggers(
      sql`update takings set previous_hash = (select hash from takings where number = 2) where number = 3`,
    )
    await withoutTriggers(sealAnew(3))
    expect(await kindsFound()).toEqual(["closing-sum 2", "closing-sum 3"])
  })

  test("finds a line that is missing, in the middle or at the end", async () => {
    await withoutTriggers(sql`delete from takings where number = 2`)
    expect(await kindsFound()).toContain("gap 3")
    await withoutTriggers(sql`delete from takings where number = 3`)
    expect(await kindsFound()).toContain("closing-sum 3")
  })

  test("finds a closing that was changed, whose hash was made anew, or that is gone", async () => {
    await withoutTriggers(sql`update takings_closings set received = 1 where number = 2`)
    expect(await kindsFound()).toEqual(["closing-hash 2", "closing-sum 2"])
    await withoutTriggers(sql`update takings_closings set received = 10000, hash = repeat('a', 64) where number = 2`)
    expect(await kindsFound()).toEqual(["closing-hash 2", "closing-seal 2", "closing-link 3"])
    await withoutTriggers(sql`delete from takings_closings where number = 2`)
    expect(await kindsFound()).toEqual(["closing-gap 3"])
  })
})

describe("closing", () => {
  const closings = () => db.select().from(takingsClosings).orderBy(asc(takingsClosings.number))

  test("catches up each day that is over, with its month and its year, and does nothing more when it runs again", async () => {
    const { booking } = await signed()
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

  test("what is noted of a day that is closed counts for the first that is open", async () => {
    const { booking } = await signed()
    await pay(booking.id, "2027-05-02")
    await closeTakings(noon("2027-05-04"), later)
    await pay(booking.id, "2027-05-02", 3_000)
    expect((await lines()).at(-1)).toMatchObject({ movedOn: "2027-05-02", day: "2027-05-04" })
    await closeTakings(noon("2027-05-06"), later)
    expect(await checkTakings(later)).toMatchObject({ closings: 4, found: 0 })
  })

  test("never closes a day that has not come, whatever instant is asked for", async () => {
    const { booking } = await signed()
    await pay(booking.id, "2027-05-02")
    expect(await closeTakings(noon("2030-01-01"), noon("2027-05-03"))).toBe(1)
    expect(await db.select({ at: takingsClosings.closedAt }).from(takingsClosings)).toEqual([
      { at: noon("2027-05-03") },
    ])
  })
})

describe("what the owner takes from it", () => {
  test("is a list by client, number, means and days, with what its lines come to", async () => {
    const { booking, customer } = await signed({ client: { name: "Élodie Marchand" } })
    const { booking: other } = await signed()
    const first = await pay(booking.id, "2027-05-02", 10_000)
    await pay(booking.id, "2027-05-09", 4_000, "cheque")
    await pay(other.id, "2027-05-03", 6_000, "cash")
    const all = { search: "", means: null, since: null, until: null, page: 1 }
    const shown = async (asked: Partial<typeof all> & { means?: "cash"; since?: Day; until?: Day }) =>
      (await listTakings({ ...all, ...asked } as Parameters<typeof listTakings>[0])).rows.map(({ number }) => number)
    expect(await shown({})).toEqual([3, 2, 1])
    expect(await shown({ search: "elodie" })).toEqual([2, 1])
    expect(await shown({ search: `n° ${other.number}` })).toEqual([3])
    expect(await shown({ means: "cash" } as never)).toEqual([3])
    expect(await shown({ since: "2027-05-03", until: "2027-05-08" } as never)).toEqual([3])
    expect(await listTakings(all)).toMatchObject({ total: 3, received: 20_000, refunded: 0 })
    // What the last closing says, and what came since: as all lines are counted where the address asks for some.
    await closeTakings(noon("2027-05-06"), later)
    const counter = await correctPayment(camille, first.id, noon("2027-05-10"))
    expect(counter.ok).toBe(true)
    const { total, received, refunded } = await listTakings({ ...all, since: "2000-01-01" } as never)
    expect(await listTakings(all)).toMatchObject({ total, received, refunded })
    expect({ total, received, refunded }).toEqual({ total: 4, received: 10_000, refunded: 0 })
    expect(customer.name).toBe("Élodie Marchand")
  })

  test("is an archive whose files, lines and signature can be checked without us", async () => {
    const { booking } = await signed()
    await pay(booking.id, "2027-05-02")
    await pay(booking.id, "2027-05-03", 2_500, "cash")
    await closeTakings(noon("2027-05-05"), later)
    const files = unzipSync(await takingsArchive(2027, noon("2027-05-05")))
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
    // As the page in the archive says it: the hash of a line from its own columns.
    const table = strFromU8(files["encaissements-2027.csv"] ?? new Uint8Array())
    const rows = table
      .trim()
      .split("\r\n")
      .slice(1)
      .map((row) => row.split(";"))
    expect(rows).toHaveLength(2)
    for (const row of rows) {
      const [number, kind, id, reservation, means, cents, moved, recorded, taken = "", day, before, hash] = row
      const text = [before, number, kind, id, reservation, means, cents, moved, recorded, taken || "-", day].join("|")
      expect(sha256(Buffer.from(text))).toBe(hash)
    }
    expect(strFromU8(files["verification.txt"] ?? new Uint8Array())).toContain("Aucune anomalie")
    expect(files["SHA256SUMS.p7s"]?.length).toBeGreaterThan(500)
    expect(strFromU8(files["LISEZMOI.txt"] ?? new Uint8Array())).toContain("openssl cms -verify")
  })

  test("names no reason that retention has erased", async () => {
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
