import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { ownAccountParty } from "../../../domain/accounts/party.ts"
import { makeCustomer, makeOrder, makeProduct, now } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { placeBooking } from "../../bookings/place.ts"
import { db } from "../../platform/database.server.ts"
import { searchEverything } from "./everything.ts"

const numbers: number[] = []

beforeAll(async () => {
  await freshDatabase()
  const [noyer, laiton] = [await makeProduct({ name: "Flipper noyer" }), await makeProduct({ name: "Juke-box laiton" })]
  const [zoe, karim] = [await makeCustomer({ name: "Zoé Dujardin" }), await makeCustomer({ name: "Karim" })]
  for (const [client, product, day] of [
    [zoe, noyer, "2027-06-12"],
    [karim, noyer, "2027-06-20"],
    [zoe, laiton, "2027-07-12"],
  ] as const) {
    const placed = await placeBooking({ party: ownAccountParty(client), order: makeOrder(product.id, [day]), at: now })
    if (!placed.ok) throw new Error(placed.error.kind)
    numbers.push(placed.value.booking.number)
  }
})

const searchResults = async (search: string) =>
  (await searchEverything(search, 5, new Date())).bookings.map(({ number }) => number)

test("a booking matches its client and product together, whatever the accents", async () => {
  expect(await searchResults("zoe NOYER")).toEqual([numbers[0]])
  expect((await searchResults("flipper")).toSorted()).toEqual([numbers[0], numbers[1]])
  expect(await searchResults("zoe introuvable")).toEqual([])
})

test("the booking with the exact number comes before those that only contain its digits", async () => {
  await db.execute(
    sql`update profiles set email = ${`client-${numbers[0]}@exemple.example`}, name = 'Karim' where name = 'Karim'`,
  )
  expect(await searchResults(`n° ${numbers[0]}`)).toEqual([numbers[0], numbers[1]])
})

test("a booking matches its client's current name and its product's name at booking", async () => {
  await db.execute(sql`update profiles set name = 'Zoé Lavigne' where name = 'Zoé Dujardin'`)
  expect((await searchResults("lavigne")).toSorted()).toEqual([numbers[0], numbers[2]])
  expect(await searchResults("dujardin")).toEqual([])
  await db.execute(sql`update bookings set product_name = 'Flipper chêne' where number = ${numbers[0]}`)
  expect(await searchResults("lavigne chene")).toEqual([numbers[0]])
})

test("a caller matches by any part of the phone number, with their bookings", async () => {
  await db.execute(sql`update profiles set phone = '+33 (0)6 12 34 56 78' where name = 'Zoé Lavigne'`)
  const people = async (search: string) => (await searchEverything(search, 5, now)).people.map(({ name }) => name)
  for (const typed of ["0612345678", "06 12 34", "+33 6 12 34 56 78", "06.12.34.56.78", "5678"])
    expect(await people(typed)).toEqual(["Zoé Lavigne"])
  expect((await searchResults("06 12 34 56 78")).toSorted()).toEqual([numbers[0], numbers[2]])
  expect(await people("06 99")).toEqual([])
})

test("a date matches the events of that day, and a month those of the whole month", async () => {
  const then = async (search: string) => {
    const { bookings, period } = await searchEverything(search, 5, now)
    return { period, numbers: bookings.map(({ number }) => number) }
  }
  expect(await then("12/06/2027")).toEqual({
    period: { from: "2027-06-12", until: "2027-06-12" },
    numbers: [numbers[0]],
  })
  expect((await then("juin 2027")).numbers).toEqual([numbers[0], numbers[1]])
  expect((await then("13 juin 2027")).numbers).toEqual([])
})

test("the search says when it has more results than it lists", async () => {
  const { bookings, more } = await searchEverything("flipper", 1, now)
  expect(bookings).toHaveLength(1)
  expect(more).toEqual({ bookings: true, quotes: false, people: false, products: false, invoices: false })
})

test("the most recent visitors come first, and those who never signed in last", async () => {
  const there = async (lastSignInAt: Date | null) => (await makeCustomer({ name: "Inès Perrault", lastSignInAt })).id
  const [never, once, lately] = [await there(null), await there(new Date("2027-01-02")), await there(now)]
  const { people } = await searchEverything("perrault", 3, now)
  expect(people.map(({ id }) => id)).toEqual([lately, once, never])
})
