import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import * as bookingsCsv from "../../app/admin/bookings/list/csv/route.ts"
import * as rentalsCsv from "../../app/admin/bookings/list/rentals-csv/route.ts"
import * as reportRoute from "../../app/admin/bookings/report/route.tsx"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import { noHours } from "../../domain/booking/hours.ts"
import { readBookingFacts } from "../../server/booking-record/booking-facts.ts"
import { listReports, recordReport } from "../../server/booking-record/condition/record.ts"
import { confirmBooking } from "../../server/bookings/answer.ts"
import { readInsurance } from "../../server/bookings/insurance/read-certificate.ts"
import { listJobsOfDay } from "../../server/bookings/job-sheets.ts"
import { listBookings } from "../../server/bookings/list.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { countBookings } from "../../server/catalog/product-state.ts"
import { listShopEntries } from "../../server/outside/calendar-feeds/shop-entries.ts"
import { buildCalendarFile } from "../../server/outside/mails/booking-calendar.ts"
import { rentalFacts } from "../../server/outside/mails/templates/booking-parts.tsx"
import { readPersonalData } from "../../server/reports/data-exports/gather.ts"
import { listInterestByProduct } from "../../server/reports/statistics/queries.ts"
import { countMovesByDay, listFirstMoves } from "../../server/reports/today/queries.ts"
import { transaction, db } from "../../server/platform/database.server.ts"
import { financeSettings } from "../../server/platform/schema/settings.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { readSiteConfig } from "../../server/shop/content/site.ts"
import { administrator, read, send } from "../admin/back-office.ts"
import { owner } from "../ends.ts"
import { makeAccountHolder, makeFinanceSettings, makeOption, makeOrder, makeProduct, now } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"

const friday: Day = "2027-06-11"
const saturday: Day = "2027-06-12"

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
})

/** A wedding: the booth from Friday to Saturday, the platform on Saturday. */
async function bookWedding() {
  const booth = await makeProduct({ name: "Photomaton bois", securityDeposit: 80_000, stock: 2 })
  const platform = await makeProduct({
    name: "Plateforme 360",
    price: 59_000,
    securityDeposit: 100_000,
    asksInsurance: true,
  })
  const album = await makeOption(booth.id, { name: "Livre d’or", unit: "unit", staysWithClient: true })
  const customer = await makeAccountHolder()
  const order = makeOrder(booth.id, [], {
    rentals: [
      {
        productId: booth.id,
        days: [friday, saturday],
        options: [{ optionId: album.id, quantity: 1 }],
        photoPacks: 2,
      },
      { productId: platform.id, days: [saturday], options: [], photoPacks: 0 },
    ],
  })
  const placed = await placeBooking({ party: ownAccountParty(customer), order, at: now })
  if (!placed.ok) throw new Error(placed.error.kind)
  const admin = await owner()
  const confirmed = await confirmBooking(admin, placed.value.booking.id, now)
  if (!confirmed.ok) throw new Error(confirmed.error.kind)
  return { booth, platform, customer, admin, booking: confirmed.value }
}

test("each machine departs and returns on its own days, and the sheet of a day has only those that move", async () => {
  const { admin, booking } = await bookWedding()
  expect(await countMovesByDay(friday, saturday)).toMatchObject([
    { departures: 1, returns: 0, out: 1 },
    { departures: 1, returns: 1, out: 2 },
  ])
  const named = async (move: "departures" | "returns") =>
    (await listFirstMoves(move, saturday, 5)).map(({ productName, isDone }) => [productName, isDone])
  expect(await named("departures")).toEqual([["Plateforme 360", false]])
  expect(await named("returns")).toEqual([["Photomaton bois, Plateforme 360", false]])

  const [load] = await listJobsOfDay(friday, now)
  expect(load?.job.rentals.map(({ productName }) => productName)).toEqual(["Photomaton bois"])
  expect(load?.job.rentals[0]).toMatchObject({
    machines: [{ units: [{ unit: 1 }] }],
    optionsToLoad: [],
    consumables: [{ name: "Livre d’or" }],
    optionsToCollect: [],
  })
  const signature = { name: "Elena", signature: { kind: "typed", text: "Elena" } } as const
  const boothReport = {
    id: crypto.randomUUID(),
    bookingId: booking.id,
    leg: "out" as const,
    machines: [{ rental: 1, damaged: false, remarks: "", photos: [] }],
    client: signature,
    company: signature,
  }
  await recordReport(admin, boothReport, new Date("2027-06-11T15:00:00Z"))
  const isDone = async (on: Day) => (await listJobsOfDay(on, now)).map((stop) => [stop.leg, stop.isDone])
  expect(await isDone(friday)).toEqual([["out", true]])
  expect(await isDone(saturday)).toEqual([
    ["out", false],
    ["back", false],
  ])
})

test("a product's feed shows its own days, and the shop's one entry for each stretch", async () => {
  const { platform } = await bookWedding()
  const entries = async (productId: typeof platform.id | null) =>
    (await listShopEntries({ productId, shows: [], namesPeople: false }, await company(), now)).map(
      ({ title, when }) => [title.split(", n°")[0], when],
    )
  expect(await entries(platform.id)).toEqual([["Plateforme 360", { first: saturday, last: saturday }]])
  expect(await entries(null)).toEqual([
    ["Photomaton bois", { first: friday, last: saturday }],
    ["Plateforme 360", { first: saturday, last: saturday }],
  ])
})

test("a mail names the days of each machine, and its calendar file has an entry for each stretch", async () => {
  const { booking } = await bookWedding()
  const facts = await transaction((tx) => readBookingFacts(tx, booking.id))
  expect(rentalFacts(facts)).toEqual([
    ["Location", "Photomaton bois"],
    ["Dates", "du 11 au 12 juin 2027"],
    ["Location", "Plateforme 360"],
    ["Dates", "samedi 12 juin 2027"],
  ])
  const entry = { booking: { ...facts, place: null, hours: noHours }, cancelled: false }
  const file = buildCalendarFile(entry, await company(), now).content.toString("utf8")
  expect([...file.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title)).toEqual([
    "Photomaton bois",
    "Plateforme 360",
  ])
})

test("every read by product finds the second machine", async () => {
  const { booth, platform, customer, booking } = await bookWedding()
  const filter = { search: "", status: null, productId: platform.id, from: null, until: null }
  const list = await listBookings(filter, { sort: "date", descending: false, page: 1 }, now)
  expect(list.rows.map(({ id }) => id)).toEqual([booking.id])
  expect([await countBookings(booth.id), await countBookings(platform.id)]).toEqual([1, 1])
  const { rows } = await listInterestByProduct("2027-05-01", "2027-05-01", 1)
  expect(rows.map(({ name, requests }) => [name, requests])).toEqual([
    ["Photomaton bois", 1],
    ["Plateforme 360", 1],
  ])
  expect(await readInsurance(booking, now)).toMatchObject({ isRequired: true })
  expect(await readPersonalData(customer.id)).toMatchObject({
    réservations: [
      {
        locations: [
          { produit: "Photomaton bois", dates: [friday, saturday], packs_photo: 2, options: [{ name: "Livre d’or" }] },
          { produit: "Plateforme 360", dates: [saturday] },
        ],
      },
    ],
  })
})

test("the deposit is the sum of the products', within the shop's limit", async () => {
  const { booking } = await bookWedding()
  const readDeposit = async () =>
    (await db.select().from(bookings).where(eq(bookings.id, booking.id)))[0]?.agreement?.securityDeposit
  expect(await readDeposit()).toBe(150_000)
  await db.update(financeSettings).set({ maxSecurityDeposit: 200_000 })
  const facts = await transaction((tx) => readBookingFacts(tx, booking.id))
  expect(facts.securityDeposit).toBe(150_000)
})

test("the exports have a row for the booking and one for each machine, whose amounts leave out the delivery", async () => {
  const { booking } = await bookWedding()
  const { from } = await administrator()
  const lines = async (route: { loader: (args: never) => unknown }, path: string) => {
    const answer = await read<Response>(route, path, from)
    return (await answer.text()).split("\r\n").slice(1, -1)
  }
  const n = booking.number
  const rentals = await lines(rentalsCsv, "/admin/bookings/locations.csv")
  expect(rentals.map((line) => line.split(";").filter((_, index) => index !== 2))).toEqual([
    [
      `${n}`,
      "1",
      "Photomaton bois",
      "11/06/2027, 12/06/2027",
      "11/06/2027 00:00",
      "13/06/2027 00:00",
      "Livre d’or",
      "2",
      "Confirmée",
      "588,00",
      "",
    ],
    [
      `${n}`,
      "2",
      "Plateforme 360",
      "12/06/2027",
      "12/06/2027 00:00",
      "13/06/2027 00:00",
      "",
      "0",
      "Confirmée",
      "590,00",
      "",
    ],
  ])
  const [row, ...others] = await lines(bookingsCsv, "/admin/bookings.csv")
  expect(row?.split(";").slice(4, 9)).toEqual(["Photomaton bois, Plateforme 360", "Confirmée", "1178,00", `${n}`, "2"])
  expect(others).toEqual([])
})

test("the form of a condition report asks for the state of each machine, and takes one that moves another day", async () => {
  const { booking } = await bookWedding()
  const { from } = await administrator()
  const params = { number: String(booking.number), leg: "depart" }
  const path = `/admin/bookings/${booking.number}/etat-des-lieux/depart`
  const fields = {
    cle: crypto.randomUUID(),
    "etat-1": "reserves",
    "client-nom": "Elena",
    "client-signature": "Elena",
    "loueur-nom": "Camille",
    "loueur-signature": "Camille",
  }
  const submit = (more: Record<string, string>) =>
    send(reportRoute, { path, fields: { ...fields, ...more }, from, params })
  expect((await submit({})).data.errors).toEqual({ "etat-2": "Dites si le matériel est en bon état." })
  expect((await submit({ "etat-2": "absente" })).data.errors).toEqual({
    "remarques-1": "Écrivez ce qui manque ou ce qui est abîmé.",
  })
  expect((await submit({ "etat-2": "absente", "remarques-1": "Coin rayé" })).status).toBe(303)
  expect((await listReports(booking.id)).map(({ machines }) => machines.map(({ rental }) => rental))).toEqual([[1]])
})

async function company() {
  const { companyName } = await readSiteConfig()
  return { name: companyName, origin: "https://exemple.example" } as Parameters<typeof buildCalendarFile>[1]
}
