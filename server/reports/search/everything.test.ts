import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { onOwnAccount } from "../../../domain/accounts/party.ts"
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
    const placed = await placeBooking({ party: onOwnAccount(client), order: makeOrder(product.id, [day]), at: now })
    if (!placed.ok) throw new Error(placed.error.kind)
    numbers.push(placed.value.booking.number)
  }
})

const found = async (search: string) =>
  (await searchEverything(search, 5, new Date())).bookings.map(({ number }) => number)

test("a booking is found by client and product together, whatever the accents", async () => {
  expect(await found("zoe NOYER")).toEqual([numbers[0]])
  expect((await found("flipper")).toSorted()).toEqual([numbers[0], numbers[1]])
  expect(await found("zoe introuvable")).toEqual([])
})

test("the booking that has the number comes before those in which its digits only occur", async () => {
  await db.execute(
    sql`update profiles set email = ${`client-${numbers[0]}@exemple.example`}, name = 'Karim' where name = 'Karim'`,
  )
  expect(await found(`n° ${numbers[0]}`)).toEqual([numbers[0], numbers[1]])
})

test("a booking follows its client's name and its product's, as it was booked", async () => {
  await db.execute(sql`update profiles set name = 'Zoé Lavigne' where name = 'Zoé Dujardin'`)
  expect((await found("lavigne")).toSorted()).toEqual([numbers[0], numbers[2]])
  expect(await found("dujardin")).toEqual([])
  await db.execute(sql`update bookings set product_name = 'Flipper chêne' where number = ${numbers[0]}`)
  expect(await found("lavigne chene")).toEqual([numbers[0]])
})

test("who calls is found by the number that shows, and their bookings with them", async () => {
  await db.execute(sql`update profiles set phone = '+33 (0)6 12 34 56 78' where name = 'Zoé Lavigne'`)
  const people = async (search: string) => (await searchEverything(search, 5, now)).people.map(({ name }) => name)
  for (const typed of ["0612345678", "06 12 34", "+33 6 12 34 56 78", "06.12.34.56.78", "5678"])
    expect(await people(typed)).toEqual(["Zoé Lavigne"])
  expect((await found("06 12 34 56 78")).toSorted()).toEqual([numbers[0], numbers[2]])
  expect(await people("06 99")).toEqual([])
})

test("a date finds what takes place then, and a month all of it", async () => {
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

test("what is more than is shown is said", async () => {
  const { bookings, more } = await searchEverything("flipper", 1, now)
  expect(bookings).toHaveLength(1)
  expect(more).toEqual({ bookings: true, people: false, products: false, invoices: false })
})

test("people who were there last come first, and those who never signed in after them", async () => {
  const there = async (lastSignInAt: Date | null) => (await makeCustomer({ name: "Inès Perrault", lastSignInAt })).id
  const [never, once, lately] = [await there(null), await there(new Date("2027-01-02")), await there(now)]
  const { people } = await searchEverything("perrault", 3, now)
  expect(people.map(({ id }) => id)).toEqual([lately, once, never])
})
