import { randomUUID } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../../domain/accounts/party.ts"
import { instantInParis } from "../../../domain/clock.ts"
import type { Day } from "../../../domain/day.ts"
import type { ProductId } from "../../../domain/id.ts"
import { owner } from "../../../tests/ends.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct, now } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { listUnitRentals } from "../../availability/unit-rentals.ts"
import { listPastRepairs } from "../../availability/units.ts"
import { recordReport } from "../../booking-record/condition/record.ts"
import { eraseReports } from "../../booking-record/condition/erase.ts"
import { readUnitRevenue } from "../../money/finance/revenue.ts"
import { db } from "../../platform/database.server.ts"
import { sharp } from "../../platform/images/sharp.ts"
import { bundleParts, products } from "../../platform/schema/catalog.ts"
import { unitChecks, unitIncidents, unitSupplies } from "../../platform/schema/machines.ts"
import { undoEvent } from "../../reports/undo/undo.ts"
import { confirmBooking } from "../answer.ts"
import { placeBooking } from "../place.ts"
import { removeProduct } from "../remove-product.ts"
import { planRepair } from "../repair-unit.ts"
import { addCheck, listChecks, markCheckDone, removeCheck } from "./checks.ts"
import {
  addIncident,
  listIncidents,
  listReportedDamage,
  openIncidentPhoto,
  readIncidentCosts,
  removeIncident,
  saveIncident,
} from "./incidents.ts"
import { listUnitPrints, notePrints } from "./supplies.ts"

let camille: Staff

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  camille = await owner()
})

const noonOn = (day: Day) => instantInParis(day, "12:00")

async function rent(productId: ProductId, days: Day[], photoPacks = 0) {
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer({ name: "Lila Morel" })),
    order: makeOrder(productId, days, { photoPacks }),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  const confirmed = await confirmBooking(camille, placed.value.booking.id, now)
  if (!confirmed.ok) throw new Error(confirmed.error.kind)
  return confirmed.value
}

test("a unit's year: rentals, damage, repair, check, prints, and what it earned and cost", async () => {
  const product = await makeProduct({ includedPhotos: 200, photoPackQuantity: 18 })
  const key = { productId: product.id, number: 1 }
  const year = ["2027-01-01", "2027-12-31"] as const
  const actor = camille

  // Spring: paper is bought, a cleaning every two rentals is planned, two rentals take place.
  await notePrints({ actor, key, kind: "bought", prints: 700, at: now })
  const cleaning = { name: "Nettoyage de l’imprimante", everyRentals: 2, everyMonths: null, lastDone: "2027-05-01" }
  const added = await addCheck({ actor, key, check: { ...cleaning, lastDone: "2027-05-01" }, at: now })
  if (!added.ok) throw new Error(added.error.kind)
  const june = await rent(product.id, ["2027-06-12", "2027-06-13"], 2)
  const july = await rent(product.id, ["2027-07-10"])
  const next = await rent(product.id, ["2028-02-05"])
  const between = noonOn("2027-07-01")
  expect(await listUnitPrints(key, between)).toMatchObject([{ bought: 700, used: 200 + 2 * 18 * 2, left: 428 }])
  expect(await listChecks(key, between)).toMatchObject([{ rentalsSince: 1, isDue: false }])
  expect(await listUnitRentals(key, between)).toMatchObject({
    past: [{ number: june.number, firstDay: "2027-06-12", lastDay: "2027-06-13" }],
    upcoming: [{ number: july.number }, { number: next.number }],
    countInYear: 2,
  })

  // July: the curtain comes back torn. The report becomes an incident, whose cost follows.
  const signed = (name: string) => ({ name, signature: { kind: "typed" as const, text: name } })
  const report = await recordReport(
    actor,
    {
      id: randomUUID(),
      bookingId: july.id,
      leg: "back",
      machines: [{ rental: 1, damaged: true, remarks: "Rideau déchiré", photos: [] }],
      client: signed("Lila Morel"),
      company: signed("Camille"),
    },
    noonOn("2027-07-11"),
  )
  if (!report.ok) throw new Error(report.error.kind)
  const [damage] = await listReportedDamage(key)
  expect(damage).toMatchObject({ bookingNumber: july.number, day: "2027-07-11", words: "Rideau déchiré", photos: 0 })
  if (!damage) throw new Error("No damage was reported")
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: "#884422" } })
    .jpeg()
    .toBuffer()
  const july12 = noonOn("2027-07-12")
  const incident = { day: damage.day, words: damage.words, cost: null, reportId: damage.reportId }
  const noted = await addIncident({ actor, key, incident, photos: [photo], at: july12 })
  if (!noted.ok) throw new Error(noted.error.kind)
  expect(await listReportedDamage(key)).toEqual([])
  expect(await addIncident({ actor, key, incident, at: july12 })).toEqual({ ok: false, error: { kind: "gone" } })
  await saveIncident({ actor, key, id: noted.value, typed: { words: "Rideau changé", cost: 8_500 }, at: july12 })
  const byHand = { day: "2027-07-12" as const, words: "Câble", cost: 1_250, reportId: null }
  const cable = await addIncident({ actor, key, incident: byHand, at: july12 })
  if (!cable.ok) throw new Error(cable.error.kind)
  expect(await addIncident({ actor, key, incident: { ...byHand, day: "2027-07-13" }, at: july12 })).toMatchObject({
    error: { kind: "future" },
  })
  expect(await openIncidentPhoto(key, { id: noted.value, index: 0 })).toMatchObject({ contentType: "image/jpeg" })
  expect(await openIncidentPhoto({ ...key, number: 2 }, { id: noted.value, index: 0 })).toBeNull()

  // August: a repair takes it out of service, and the cleaning is due.
  const days = { firstDay: "2027-08-02", lastDay: "2027-08-04" } as const
  expect(await planRepair({ actor, key, days, at: july12 })).toMatchObject({ ok: true })
  expect(await listChecks(null, july12)).toMatchObject([{ unit: 1, name: cleaning.name, rentalsSince: 2, isDue: true }])
  expect(await listPastRepairs(key, noonOn("2027-08-04"))).toEqual([])
  expect(await listPastRepairs(key, noonOn("2027-08-05"))).toEqual([days])
  await markCheckDone({ actor, key, id: added.value, at: july12 })
  expect(await listChecks(null, july12)).toMatchObject([{ rentalsSince: 0, isDue: false, lastDone: "2027-07-12" }])
  expect(await listUnitPrints(null, july12)).toMatchObject([{ used: 472, left: 228 }])
  await notePrints({ actor, key, kind: "counted", prints: 210, at: july12 })
  await notePrints({ actor, key, kind: "bought", prints: 400, at: noonOn("2027-07-13") })
  expect(await listUnitPrints(key, noonOn("2027-07-14"))).toMatchObject([{ bought: 400, used: 0, left: 610 }])

  expect(await readUnitRevenue(key, ...year)).toBe(june.total + july.total)
  expect(await readIncidentCosts(key, ...year)).toBe(9_750)
  await removeIncident(actor, key, { id: cable.value, at: july12 })
  expect(await readIncidentCosts(key, ...year)).toBe(8_500)
  expect(await listIncidents(key)).toMatchObject([{ words: "Rideau changé", bookingNumber: july.number }])
  // The incident outlives its report.
  await db.execute(sql`alter table condition_reports disable trigger condition_reports_kept`)
  await eraseReports(sql`select id from condition_reports`)
  await db.execute(sql`alter table condition_reports enable trigger condition_reports_kept`)
  expect(await listIncidents(key)).toMatchObject([{ reportId: null, bookingNumber: null }])
})

test("a bundle's machines share its revenue and prints, its accessories have none", async () => {
  const booth = await makeProduct()
  const ring = await makeProduct()
  const curtain = await makeProduct({ kind: "accessory" })
  const bundle = await makeProduct({ kind: "bundle", price: 40_100, includedPhotos: 301 })
  await db.insert(bundleParts).values([
    { bundleId: bundle.id, partId: booth.id, order: 1 },
    { bundleId: bundle.id, partId: ring.id, order: 2 },
    { bundleId: bundle.id, partId: curtain.id, order: 3 },
  ])
  const keys = [booth, ring].map(({ id }) => ({ productId: id, number: 1 }))
  for (const key of keys) await notePrints({ actor: camille, key, kind: "bought", prints: 400, at: now })
  const { total } = await rent(bundle.id, ["2027-06-12"])
  const earned = await Promise.all(keys.map((key) => readUnitRevenue(key, "2027-01-01", "2027-12-31")))
  expect(earned.reduce((sum, each) => sum + each)).toBe(total)
  expect(Math.abs((earned[0] ?? 0) - (earned[1] ?? 0))).toBeLessThanOrEqual(1)
  expect(await listUnitPrints(null, noonOn("2027-06-13"))).toMatchObject([{ used: 151 }, { used: 151 }])
  expect(await listUnitRentals({ productId: curtain.id, number: 1 }, now)).toMatchObject({ countInYear: 1 })
})

test("a removed product comes back with its machines' incidents, checks and prints", async () => {
  const { id } = await makeProduct()
  const key = { productId: id, number: 1 }
  const incident = { day: "2027-04-30" as const, words: "Câble", cost: null, reportId: null }
  await addIncident({ actor: camille, key, incident, at: now })
  const check = { name: "Révision", everyRentals: null, everyMonths: 6, lastDone: "2026-10-15" as const }
  await addCheck({ actor: camille, key, check, at: now })
  await notePrints({ actor: camille, key, kind: "counted", prints: 120, at: now })
  const removed = await removeProduct(camille, id, now)
  if (!removed.ok) throw new Error(removed.error.kind)
  const count = () => Promise.all([unitIncidents, unitChecks, unitSupplies].map((table) => db.$count(table)))
  expect(await count()).toEqual([0, 0, 0])
  expect(await undoEvent(camille, removed.value.eventId, now)).toMatchObject({ ok: true })
  expect(await count()).toEqual([1, 1, 1])
  const [due] = await listChecks(key, now)
  expect(due).toMatchObject({ dueOn: "2027-04-15", isDue: true })
  await removeCheck({ actor: camille, key, id: due?.id ?? randomUUID(), at: now })
  expect(await listChecks(key, now)).toEqual([])
  await db.update(products).set({ archivedAt: now, isActive: false }).where(eq(products.id, id))
  expect(await listUnitPrints(null, now)).toEqual([])
})
