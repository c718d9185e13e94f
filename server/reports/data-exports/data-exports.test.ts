import { strFromU8, unzipSync } from "fflate"
import { beforeEach, expect, test } from "vitest"
import { hours, makeSentContract, shopWithTemplate } from "../../../tests/contracts/signing.ts"
import {
  makeCustomer,
  makeFinanceSettings,
  makeOption,
  makeOrder,
  makePlan,
  makeProduct,
  now,
} from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
import { addToCart } from "../../bookings/cart/add.ts"
import { placeBooking } from "../../bookings/place.ts"
import { readProductForRent } from "../../catalog/queries.ts"
import type { Visitor } from "../../accounts/auth/visitor.ts"
import { db } from "../../platform/database.server.ts"
import { eraseExpired } from "../../jobs/retention/erase-expired.ts"
import { users } from "../../platform/schema/accounts.ts"
import { storage } from "../../platform/storage/current.server.ts"
import { requestExport, findLatestExport, openExport } from "./request-export.ts"
import { EXPORT_BUCKET } from "./erase.ts"
import { readPersonalData } from "./gather.ts"
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
    role: null,
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

test("the data name the plan, hours and parts of a rental, and the hours in the cart", async () => {
  await makeFinanceSettings()
  const customer = await makeVisitor(await makeCustomer())
  const party = ownAccountParty(customer.profile)
  const product = await makeProduct()
  const plan = await makePlan(product.id)
  const decor = await makeProduct({ name: "Rideau", kind: "accessory", price: 0 })
  const option = await makeOption(product.id, { accessoryId: decor.id })
  const options = [{ optionId: option.id, quantity: 1 }]
  const order = makeOrder(product.id, ["2027-06-12"], {
    plan: { id: plan.id, startTime: "17:00", extraHours: 1 },
    options,
  })
  expect((await placeBooking({ party, order, at: now })).ok).toBe(true)
  const rented = await readProductForRent(product.id)
  if (!rented) throw new Error("The product is not for rent")
  const lunch = { id: plan.id, startTime: "11:00", extraHours: 0 } as const
  const choice = { days: ["2027-06-12"] as const, plan: lunch, options: [], photoPacks: 0 }
  await addToCart(party, rented, { ...choice, itemId: crypto.randomUUID() }, now)
  expect(await readPersonalData(customer.profile.id)).toMatchObject({
    réservations: [
      {
        locations: [
          {
            formule: "Soirée 4 h",
            début: "17:00",
            heures_en_plus: 1,
            périodes: [{ du: "2027-06-12T15:00:00+00:00", au: "2027-06-12T20:00:00+00:00" }],
            comprend: [{ produit: "Rideau", exemplaires: 1 }],
          },
        ],
      },
    ],
    panier: [{ formule: "Soirée 4 h", début: "11:00", heures_en_plus: 0 }],
  })
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
