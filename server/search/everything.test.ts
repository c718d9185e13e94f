import { sql } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { onOwnAccount } from "../../domain/accounts/party.ts"
import { makeCustomer, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { placeBooking } from "../bookings/place.ts"
import { db } from "../database.server.ts"
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
    const placed = await placeBooking(onOwnAccount(client), makeOrder(product.id, [day]), now)
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
