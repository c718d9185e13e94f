import { randomUUID } from "node:crypto"
import { sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { placeConfirmedBooking, readEvents, owner, placedAt, placeTestRequest } from "../../../tests/ends.ts"
import { makeProduct } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { readRentals, writeRentals } from "../rentals.ts"
import { db, pool, transaction } from "../../platform/database.server.ts"
import { readSeal } from "../../platform/documents/read-seal.fixture.ts"
import { sharp } from "../../platform/images/sharp.ts"
import { conditionReportPhotos, conditionReports } from "../../platform/schema/condition-reports.ts"
import { eraseExpired } from "../../jobs/retention/erase-expired.ts"
import { eraseReports } from "./erase.ts"
import { openReport, sealReport } from "./document.ts"
import { storage } from "../../platform/storage/current.server.ts"
import {
  REPORT_BUCKET,
  type MachineInput,
  type ReportToRecord,
  findLatestReturnReport,
  listPhotos,
  recordReport,
  findReport,
  listReports,
} from "./record.ts"

beforeEach(freshDatabase)

const at = placedAt
const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#884422" } })
  .jpeg()
  .toBuffer()
const drawn = {
  kind: "drawn" as const,
  strokes: [
    [
      [0.1, 0.1],
      [0.5, 0.2],
    ],
  ] as const,
}

function report(
  bookingId: ReportToRecord["bookingId"],
  { damaged = false, remarks = "", photos = [photo], ...values }: Partial<ReportToRecord & MachineInput> = {},
): ReportToRecord {
  return {
    id: randomUUID(),
    bookingId,
    leg: "out",
    machines: [{ rental: 1, damaged, remarks, photos }],
    client: { name: "Elena Roussel", signature: drawn },
    company: { name: "Camille", signature: { kind: "typed", text: "Camille" } },
    ...values,
  }
}

test("a report with photographs and both signatures is stored and sealed once, and never changed", async () => {
  const { booking } = await placeConfirmedBooking()
  const admin = await owner()
  const input = report(booking.id)
  const [first, second] = [await recordReport(admin, input, at), await recordReport(admin, input, at)]
  expect([first, second]).toMatchObject([
    { ok: true, value: { repeated: false } },
    { ok: true, value: { repeated: true } },
  ])
  const [storedReport] = await listReports(booking.id)
  if (!storedReport) throw new Error("No report was kept")
  expect(await listPhotos(storedReport.id)).toMatchObject([{ position: 0, width: 40, height: 30 }])
  expect((await readEvents(booking.id)).filter(({ action }) => action === "booking.condition-reported")).toHaveLength(1)

  expect(await sealReport({ reportId: storedReport.id })).toBe("sealed")
  expect(await sealReport({ reportId: storedReport.id })).toBe("sealed before")
  const sealed = await findReport(booking.id, storedReport.id)
  if (!sealed) throw new Error("The report has gone")
  const bytes = new Uint8Array(await new Response((await openReport(sealed)).body).arrayBuffer())
  expect(Buffer.from(bytes.subarray(0, 5)).toString()).toBe("%PDF-")
  expect(await readSeal(bytes)).toBeTruthy()

  await expect(pool.query("update condition_reports set remarks = 'autre'")).rejects.toThrow(/append-only/)
  await expect(pool.query("delete from condition_report_photos")).rejects.toThrow(/append-only/)
})

test("two concurrent reports are one, and the other's files are deleted a day later", async () => {
  const { booking } = await placeConfirmedBooking()
  const admin = await owner()
  const input = report(booking.id)
  const waiting = async () => {
    const { rows } = await pool.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    )
    return rows.length
  }
  const { both } = await transaction(async (tx) => {
    await tx.execute(sql`select from bookings where id = ${booking.id} for no key update`)
    const recordings = [recordReport(admin, input, at), recordReport(admin, input, at)]
    // A report that waits for the booking has already stored its picture.
    await expect.poll(waiting).toBe(2)
    return { both: recordings }
  })
  expect((await Promise.all(both)).every(({ ok }) => ok)).toBe(true)
  expect(await db.$count(conditionReports)).toBe(1)
  const stored = async () => (await (await storage()).list(REPORT_BUCKET, { limit: 100 })).map(({ path }) => path)
  const own = async () => (await stored()).filter((path) => path.startsWith(booking.id))
  await eraseExpired(new Date())
  expect(await own()).toHaveLength(2)
  await eraseExpired(new Date(Date.now() + 25 * 60 * 60 * 1000))
  expect(await stored()).toEqual((await listPhotos(input.id)).map(({ fileKey }) => fileKey))
})

test("a claim refers to the last report of the return", async () => {
  const { booking } = await placeConfirmedBooking()
  const admin = await owner()
  expect(await findLatestReturnReport(booking.id)).toBeNull()
  await recordReport(admin, report(booking.id), at)
  expect(await findLatestReturnReport(booking.id)).toBeNull()
  await recordReport(admin, report(booking.id, { leg: "back" }), at)
  const damaged = { leg: "back", damaged: true, remarks: "Écran rayé" } as const
  await recordReport(admin, report(booking.id, damaged), new Date(at.getTime() + 60_000))
  expect(await findLatestReturnReport(booking.id)).toMatchObject(damaged)
})

test("an incomplete report is refused, and leaves nothing", async () => {
  const { booking } = await placeConfirmedBooking()
  const admin = await owner()
  const refused = async (values: Partial<ReportToRecord & MachineInput>) => {
    const done = await recordReport(admin, report(booking.id, values), at)
    return done.ok ? null : done.error
  }
  expect(await refused({ damaged: true })).toMatchObject({ kind: "remarks-missing" })
  expect(await refused({ remarks: "x".repeat(2001) })).toMatchObject({ kind: "remarks-too-long" })
  expect(await refused({ client: { name: " ", signature: drawn } })).toMatchObject({ signer: "client" })
  expect(await refused({ company: { name: "Camille", signature: { kind: "drawn", strokes: [] } } })).toMatchObject({
    kind: "signature",
    signer: "company",
    problem: { kind: "signature-missing" },
  })
  expect(await refused({ photos: [Buffer.from("pas une image")] })).toMatchObject({ kind: "photo" })
  const waiting = await placeTestRequest(["2027-07-01"])
  expect(await refused({ bookingId: waiting.booking.id })).toMatchObject({ kind: "not-confirmed" })
  expect(await refused({ bookingId: randomUUID() })).toMatchObject({ kind: "not-found" })
  expect(await db.$count(conditionReports)).toBe(0)
})

test("a report is deleted with its files after ten years, and not a day before", async () => {
  const { booking } = await placeConfirmedBooking()
  const old = new Date(Date.now() - 3_660 * 86_400_000)
  const admin = await owner()
  const storedReport = report(booking.id)
  await recordReport(admin, storedReport, at)
  const due = randomUUID()
  const like = await findReport(booking.id, storedReport.id)
  if (!like) throw new Error("No report was kept")
  await db.insert(conditionReports).values({ ...like, id: due, recordedAt: old })
  await db
    .insert(conditionReportPhotos)
    .values({ reportId: due, position: 0, fileKey: "ancien/photo.jpg", width: 1, height: 1 })
  const all = sql`select id from condition_reports`
  await expect(eraseReports(all)).rejects.toThrow()
  expect(await eraseExpired(new Date())).toContain("1 condition-reports")
  expect((await listReports(booking.id)).map(({ id }) => id)).toEqual([storedReport.id])
})

test("the key of one booking's report does not work on another booking", async () => {
  const [one, other] = [await placeConfirmedBooking(["2027-06-12"]), await placeConfirmedBooking(["2027-06-20"])]
  const admin = await owner()
  const input = report(one.booking.id)
  await recordReport(admin, input, at)
  expect(await recordReport(admin, { ...input, bookingId: other.booking.id }, at)).toMatchObject({
    error: { kind: "not-found" },
  })
  expect(await findReport(other.booking.id, input.id)).toBeNull()
})

test("a report of two machines says of each its state, unit and photographs, and the document has a section for both", async () => {
  const platform = await makeProduct({ name: "Plateforme 360" })
  const { booking, product } = await placeConfirmedBooking()
  const [booth] = (await readRentals([booking.id])).get(booking.id) ?? []
  if (!booth) throw new Error("Nothing was rented")
  const added = { ...booth, position: 2, productId: platform.id, productName: platform.name }
  await transaction((tx) => writeRentals(tx, booking.id, [booth, added]))
  await db.execute(sql`update units set label = 'Coral' where product_id = ${product.id}`)
  const machines = [
    { rental: 1, damaged: false, remarks: "", photos: [photo] },
    { rental: 2, damaged: true, remarks: "Bras tordu", photos: [photo, photo] },
  ]
  const admin = await owner()
  const recorded = await recordReport(admin, { ...report(booking.id), machines }, at)
  if (!recorded.ok) throw new Error(recorded.error.kind)
  expect(recorded.value.report).toMatchObject({
    damaged: true,
    remarks: "Plateforme 360\u00a0: Bras tordu",
    machines: [
      { rental: 1, productName: booth.productName, units: "exemplaire\u00a01 (Coral)", damaged: false },
      { rental: 2, productName: "Plateforme 360", damaged: true, remarks: "Bras tordu" },
    ],
  })
  const { id } = recorded.value.report
  expect((await listPhotos(id)).map(({ rental }) => rental)).toEqual([1, 2, 2])
  expect(await sealReport({ reportId: id })).toBe("sealed")
  const missing = { ...report(booking.id), machines: [{ rental: 3, damaged: false, remarks: "", photos: [] }] }
  expect(await recordReport(admin, missing, at)).toMatchObject({ error: { kind: "not-found" } })
  expect(await recordReport(admin, { ...report(booking.id), machines: [] }, at)).toMatchObject({
    error: { kind: "no-machine" },
  })
})
