import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type TestDatabase, databaseForTest } from "../../../tests/harness/database.ts"
import { migrate, readMigrations } from "../database/migrate.ts"

let database: TestDatabase

beforeAll(async () => {
  database = await databaseForTest()
  await database.pool.query("drop schema public cascade; create schema public")
})
afterAll(() => database.drop())

/** The format of events before personal data were separated. */
const former = {
  "booking.edited": {
    changed: ["place"],
    before: { place: "Retrait : 1 rue du Bal", total: 500 },
    after: { place: "Livraison : 1 rue du Bal", total: 700 },
    difference: 200,
  },
  "booking.refused": { from: "pending", reason: "En révision" },
  "person.role-changed": { name: "Zoé", before: { role: "user" }, after: { role: "admin" } },
  "faq.saved": { changed: ["question"], version: "2027-05-01T09:00:00.000Z", before: { question: "?" }, after: {} },
  "product.image-set": { changed: ["imageUrl"], before: { imageUrl: "/a.jpg" }, after: { imageUrl: "/b.jpg" } },
  "product.removed": { name: "Miroir", removed: [{ table: "products", row: { name: "Miroir" } }] },
  "availability.blocked": { days: ["2027-06-12"], before: [], reason: "Salon" },
  "newsletter.confirmed": {},
}

test("the migration moves names and free text of existing events to their side rows, without loss", async () => {
  const all = await readMigrations()
  const isLater = ({ name }: { name: string }) => name >= "0016"
  await migrate(
    database.pool,
    all.filter((migration) => !isLater(migration)),
  )
  const customer = randomUUID()
  for (const [action, details] of Object.entries(former))
    await database.pool.query(
      `insert into events (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, details)
        values ($1, $2, 'Zoé', $3, 'thing', '1', $4)`,
      [action === "newsletter.confirmed" ? "customer" : "administrator", customer, action, details],
    )
  await migrate(database.pool, all)
  const { rows } = await database.pool.query<Record<string, unknown>>(
    "select action, details, personal, actor_name, actor_erased, personal_erased, account_id from recorded_events order by id",
  )
  const parts = Object.fromEntries(rows.map(({ action, details, personal }) => [action, { details, personal }]))
  expect(parts).toEqual({
    "booking.edited": {
      details: { changed: ["place"], before: { total: 500 }, after: { total: 700 }, difference: 200 },
      personal: { before: { place: "Retrait : 1 rue du Bal" }, after: { place: "Livraison : 1 rue du Bal" } },
    },
    "booking.refused": { details: { from: "pending" }, personal: { reason: "En révision" } },
    "person.role-changed": {
      details: { before: { role: "user" }, after: { role: "admin" } },
      personal: { name: "Zoé" },
    },
    "faq.saved": {
      details: { changed: ["question"], version: "2027-05-01T09:00:00.000Z" },
      personal: { before: { question: "?" }, after: {} },
    },
    "product.image-set": { details: former["product.image-set"], personal: {} },
    "product.removed": { details: { name: "Miroir" }, personal: { removed: former["product.removed"].removed } },
    "availability.blocked": { details: { days: ["2027-06-12"] }, personal: { before: [], reason: "Salon" } },
    "newsletter.confirmed": { details: {}, personal: {} },
  })
  expect(new Set(rows.map(({ actor_name: name }) => name))).toEqual(new Set(["Zoé"]))
  expect(rows.some(({ actor_erased: name, personal_erased: rest }) => name === true || rest === true)).toBe(false)
  expect(rows.filter(({ account_id: account }) => account === customer)).toHaveLength(1)
  await expect(database.pool.query("update events set details = '{}'")).rejects.toThrow("append-only")
})
