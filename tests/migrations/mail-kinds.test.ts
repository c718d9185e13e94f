import { afterAll, beforeAll, expect, test } from "vitest"
import { migrate, readMigrations } from "../../server/platform/database/migrate.ts"
import { type TestDatabase, databaseForTest } from "../harness/database.ts"
import { makePlainJobs, readPlainJobs } from "../harness/jobs.ts"

let shop: TestDatabase

const migration = "0044_mail_kinds_apart.sql"
const before = [
  ["password-link", { reason: "invitation" }, null, null, "password-invitation"],
  ["password-link", { reason: "offered" }, null, null, "password-offered"],
  ["password-link", { reason: "forgotten" }, null, null, "password-forgotten"],
  ["password-link", null, "Choisissez votre mot de passe", "Bonjour", "password-invitation"],
  [
    "password-link",
    null,
    "Choisissez un nouveau mot de passe",
    "Voici de quoi choisir un nouveau mot de passe pour votre compte.",
    "password-offered",
  ],
  ["password-link", null, "Choisissez un nouveau mot de passe", "Vous avez oublié", "password-forgotten"],
  ["password-link", null, null, null, "password-forgotten"],
  ["email-change", { side: "new" }, null, null, "email-change-new"],
  ["email-change", { side: "old" }, null, null, "email-change-old"],
  ["email-change", null, "Confirmez votre nouvelle adresse e-mail", "Bonjour", "email-change-new"],
  ["email-change", null, "Votre adresse e-mail va changer", "Bonjour", "email-change-old"],
  ["email-changed", null, "Votre adresse e-mail a changé", "Bonjour", "email-changed"],
] as const

beforeAll(async () => {
  shop = await databaseForTest()
  await shop.pool.query("drop schema public cascade; create schema public")
  const files = await readMigrations()
  await migrate(
    shop.pool,
    files.filter(({ name }) => name < migration),
  )
  for (const [index, [template, data, subject, body]] of before.entries()) {
    const id = `00000000-0000-4000-8000-0000000000${String(index).padStart(2, "0")}`
    await shop.pool.query(
      "insert into mails (id, template, message_id, ordered_at) values ($1::uuid, $2, $1::text, '2027-06-12T18:30:00Z')",
      [id, template],
    )
    await shop.pool.query("insert into mail_details (mail_id, data, subject, body) values ($1, $2, $3, $4)", [
      id,
      data,
      subject,
      body,
    ])
  }
  await makePlainJobs(shop.pool, [
    { template: "password-link", data: { reason: "invitation", token: "t" } },
    { template: "email-change", data: { side: "new", token: "t" } },
    { template: "contact-answer", data: {} },
  ])
  await migrate(shop.pool, files)
})
afterAll(() => shop.drop())

test("an older mail keeps its row, with its own kind", async () => {
  const { rows } = await shop.pool.query<{ template: string }>("select template from mails order by id")
  expect(rows.map(({ template }) => template)).toEqual(before.map((row) => row[4]))
})

test("a queued mail is still written from the data in the queue", async () => {
  expect(await readPlainJobs(shop.pool)).toEqual([
    { template: "contact-answer", data: {} },
    { template: "email-change-new", data: { side: "new", token: "t" } },
    { template: "password-invitation", data: { reason: "invitation", token: "t" } },
  ])
})
