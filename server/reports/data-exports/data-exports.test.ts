import { strFromU8, unzipSync } from "fflate"
import { beforeEach, expect, test } from "vitest"
import { hours, makeSentContract, shopWithTemplate } from "../../../tests/contracts/signing.ts"
import { makeCustomer } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import type { Visitor } from "../../accounts/auth/visitor.ts"
import { db } from "../../platform/database.server.ts"
import { eraseExpired } from "../../jobs/retention/erase-expired.ts"
import { users } from "../../platform/schema/accounts.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { requestExport, findLatestExport, openExport } from "./request-export.ts"
import { EXPORT_BUCKET } from "./erase.ts"
import { buildExport } from "./build-export.ts"
import { readJobs } from "../../../tests/harness/jobs.ts"

beforeEach(freshDatabase)

const days = (count: number, from: Date) => new Date(from.getTime() + count * 86_400_000)

async function makeVisitor(profile: Awaited<ReturnType<typeof makeCustomer>>): Promise<Visitor> {
  const { id, name, email } = profile
  await db.insert(users).values({ id, name, email, emailVerified: true })
  const at = new Date()
  return {
    user: { id, name, email, emailVerified: true, passwordRenewalDue: false, hasSecondFactor: false },
    profile,
    session: { id, userId: id, createdAt: at, expiresAt: at },
    acting: null,
    sharedWithThem: [],
    isAdmin: false,
    secondFactorDue: false,
    cartLines: 0,
  }
}

const readFiles = async (visitor: Visitor, id: string, at: Date) => {
  const file = await openExport(visitor, id, at)
  return file && unzipSync(new Uint8Array(await new Response(file.body).arrayBuffer()))
}

test("an export holds the personal data and the contracts, is private, and is erased after some days (D31)", async () => {
  const camille = await shopWithTemplate()
  const { elena, booking } = await makeSentContract(camille)
  const other = await makeCustomer({ name: "Nora" })
  const visitor = await makeVisitor(elena)
  const at = hours(2)
  expect(await requestExport(visitor, at)).toEqual({ ok: true, value: null })
  expect(await requestExport(visitor, at)).toEqual({ ok: true, value: null })
  const jobs = await readJobs("export-data")
  expect(jobs).toHaveLength(1)
  const exportId = jobs[0]?.data.exportId ?? crypto.randomUUID()
  expect(await findLatestExport(visitor, at)).toMatchObject({ id: exportId, state: "waiting" })
  expect(await openExport(visitor, exportId, at)).toBeNull()

  await buildExport(exportId, at)
  expect(await buildExport(exportId, at)).toBe("nothing to do")
  expect(await findLatestExport(visitor, at)).toMatchObject({ state: "ready", progress: 100, endsAt: days(7, at) })
  const files = await readFiles(visitor, exportId, at)
  const texts = Object.entries(files ?? {}).map(([name, bytes]): [string, string] => [name, strFromU8(bytes)])
  expect(texts.map(([name]) => name)).toEqual(
    expect.arrayContaining(["lisez-moi.txt", "donnees.json", `contrats/contrat-${booking.number}-v1.txt`]),
  )
  const json = texts.find(([name]) => name === "donnees.json")?.[1] ?? ""
  expect(JSON.parse(json)).toMatchObject({
    compte: { nom: "Elena", email: elena.email },
    réservations: [{ numéro: booking.number, total_en_centimes: booking.total }],
  })
  expect(texts.map(([, text]) => text).join()).not.toContain(other.email)

  const stranger = await makeVisitor(other)
  expect(await openExport(stranger, exportId, at)).toBeNull()
  expect(await openExport(visitor, exportId, days(8, at))).toBeNull()
  expect(await eraseExpired(days(6, at))).not.toContain("exports")
  expect(await eraseExpired(days(8, at))).toContain("1 exports")
  expect(await (await storage()).exists(EXPORT_BUCKET, `${elena.id}/${exportId}.zip`)).toBe(false)
  expect(await findLatestExport(visitor, at)).toBeNull()
})

test("an export whose job died says so and can be requested again; four a day are too many", async () => {
  const visitor = await makeVisitor(await makeCustomer())
  const at = new Date("2027-05-01T09:00:00Z")
  await requestExport(visitor, at)
  const later = hours(1, at)
  expect(await findLatestExport(visitor, later)).toMatchObject({ state: "failed" })
  await requestExport(visitor, later)
  expect(await findLatestExport(visitor, later)).toMatchObject({ state: "waiting", askedAt: later })
  await requestExport(visitor, hours(2, at))
  expect(await requestExport(visitor, hours(2.9, at))).toMatchObject({ ok: false, error: { kind: "throttled" } })
})
