import { createHash } from "node:crypto"
import { eq, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { confirmBooking } from "../bookings/answer.ts"
import { placeBooking } from "../bookings/place.ts"
import { db, transaction } from "../platform/database.server.ts"
import { databaseErrorCode } from "../platform/database/failures.ts"
import { contracts } from "../platform/schema/bookings.ts"
import { publishContractTemplate } from "./template.ts"
import { addContractVersion, listContractVersions } from "./versions.ts"
import { cancelBooking } from "../../tests/ends.ts"

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
})

const content = "Contrat n° {{reservation.numero}}, {{reservation.total}}, acompte {{reservation.acompte}}."

async function confirmed() {
  const { id } = await makeAdministrator()
  const camille = { kind: "administrator", id, name: "Camille" } as const
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder((await makeProduct()).id, ["2027-06-12"]),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { booking } = placed.value
  await confirmBooking(camille, booking.id, now)
  return { camille, booking }
}

async function shopWithTemplate() {
  const made = await confirmed()
  await publishContractTemplate(made.camille, { title: "Contrat", content }, 0, now)
  const add = () => transaction((tx) => addContractVersion(tx, made.booking.id, now))
  return { ...made, add }
}

async function readErrorCode(statement: ReturnType<typeof sql>): Promise<string | null> {
  try {
    await db.execute(statement)
    return null
  } catch (error) {
    return databaseErrorCode(error)
  }
}

const words = (text: string | null) => (text ?? "").replaceAll(/[\u00a0\u202f]/g, " ")

describe("a version of a contract", () => {
  test("a version is the filled template, frozen with its lines, its terms and its hash", async () => {
    const { booking, add } = await shopWithTemplate()
    await makeFinanceSettings({ downPaymentPercent: 50 })
    const made = await add()
    if (!made.ok) throw new Error(made.error.kind)
    const contract = made.value
    expect(words(contract.content)).toBe(`Contrat n° ${booking.number}, 250 €, acompte 75 €.`)
    expect(contract).toMatchObject({
      version: 1,
      templateVersion: 1,
      total: 25_000,
      priceLines: booking.priceLines,
      agreement: { downPaymentPercent: 30 },
      status: "prepared",
      sha256: createHash("sha256")
        .update(contract.content ?? "")
        .digest("hex"),
    })
  })

  test("a version follows the previous one, which it replaces while that is unsigned", async () => {
    const { booking, add } = await shopWithTemplate()
    await add()
    await add()
    expect((await listContractVersions(booking.id)).map(({ version, status }) => [version, status])).toEqual([
      [1, "replaced"],
      [2, "prepared"],
    ])
    await db.update(contracts).set({ status: "signed", signedAt: now }).where(eq(contracts.version, 2))
    await add()
    expect((await listContractVersions(booking.id)).map(({ version, status }) => [version, status])).toEqual([
      [1, "replaced"],
      [2, "signed"],
      [3, "prepared"],
    ])
  })

  test("a version has its own number, also when several are made at once and one has to wait", async () => {
    const { booking, add } = await shopWithTemplate()
    await Promise.all(Array.from({ length: 6 }, add))
    const made = await listContractVersions(booking.id)
    expect(made.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5, 6])
    expect(made.filter(({ status }) => status === "prepared")).toHaveLength(1)
  })

  test("a version requires a confirmed booking and a template", async () => {
    const { camille, booking } = await confirmed()
    const add = () => transaction((tx) => addContractVersion(tx, booking.id, now))
    expect(await add()).toEqual({ ok: false, error: { kind: "no-template" } })
    await publishContractTemplate(camille, { title: "Contrat", content }, 0, now)
    await cancelBooking({ actor: camille, id: booking.id, from: "confirmed", at: now })
    expect(await add()).toEqual({ ok: false, error: { kind: "not-confirmed" } })
  })
})

describe("the text of a contract", () => {
  test("the text is immutable even in the database, and its states are recorded once and in order", async () => {
    const { add } = await shopWithTemplate()
    await add()
    const set = (what: string) => readErrorCode(sql`update contracts set ${sql.raw(what)}`)
    for (const change of [
      "content = 'autre'",
      "content = 'autre', sha256 = encode(sha256('autre'), 'hex')",
      "total = 1",
      "price_lines = '{}'",
      "agreement = '{}'",
      "version = 2",
      "created_at = now()",
      "template_version = null",
      "content = null",
      "status = 'lapsed'",
      "status = 'sent', sent_at = now(), total = 1",
    ])
      expect(await set(change), change).toBe("23001")
    expect(await readErrorCode(sql`delete from contracts`)).toBe("23001")
    expect(await readErrorCode(sql`truncate contracts cascade`)).toBe("23001")
    // A state without its time is invalid.
    expect(await set("status = 'sent'")).toBe("23514")
    expect(await set("status = 'signed'")).toBe("23514")
    expect(await set("status = 'sent', sent_at = now()")).toBeNull()
    expect(await set("status = 'prepared', sent_at = null")).toBe("23001")
    expect(await set("status = 'signed', signed_at = now(), sent_at = now() + interval '1 hour'")).toBe("23001")
    expect(await set("status = 'signed', signed_at = now()")).toBeNull()
    expect(await set("status = 'lapsed', signed_at = null")).toBe("23001")
  })

  test("retention erases the text ten years after a signature, never while pending, and leaves its hash", async () => {
    const { booking, add } = await shopWithTemplate()
    await add()
    const erase = (version: number) =>
      readErrorCode(sql`update contracts set content = null where booking_id = ${booking.id} and version = ${version}`)
    expect(await erase(1)).toBe("23001")
    await add()
    expect(await erase(1)).toBeNull()
    await db.execute(
      sql`update contracts set status = 'signed', signed_at = now() - interval '9 years' where version = 2`,
    )
    expect(await erase(2)).toBe("23001")
    await add()
    await db.execute(
      sql`update contracts set status = 'signed', signed_at = now() - interval '11 years' where version = 3`,
    )
    expect(await erase(3)).toBeNull()
    const [first] = await listContractVersions(booking.id)
    expect(first).toMatchObject({ content: null, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(await readErrorCode(sql`update contracts set content = 'autre' where version = 1`)).toBe("23001")
  })

  test("the text must match its hash, and the total its lines", async () => {
    const { booking } = await confirmed()
    const insert = (text: string, hash: string, total: number) =>
      readErrorCode(sql`insert into contracts (booking_id, version, content, sha256, price_lines, total, agreement)
        select id, 1, ${text}, ${hash}, price_lines, ${total}, agreement from bookings where id = ${booking.id}`)
    const hash = createHash("sha256").update("Contrat é \\ 'x'").digest("hex")
    expect(await insert("Autre", hash, 25_000)).toBe("23514")
    expect(await insert("Contrat é \\ 'x'", hash, 24_999)).toBe("23514")
    expect(await insert("Contrat é \\ 'x'", hash, 25_000)).toBeNull()
  })
})
