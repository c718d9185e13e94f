import { sql } from "drizzle-orm"
import { expect, test } from "vitest"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import { type Day, addDays } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { db } from "../platform/database.server.ts"
import { cancelBooking } from "../../tests/ends.ts"
import { confirmBooking, restoreBooking } from "./answer.ts"
import { readBookingVersion } from "./booking-version.ts"
import { editBooking } from "./edit.ts"
import { moveBookingToUnit } from "./move-unit.ts"
import { placeBooking } from "./place.ts"
import { type BookingChange, proposeEdit } from "./propose-edit.ts"

/** Both clock changes, New Year and 29 February lie in these days. */
const starts: Day[] = ["2027-10-29", "2027-12-30", "2028-02-27", "2028-03-24"]
const STEPS = 60

/** A small generator, so that a failure can be repeated by its seed. */
function generator(seed: number) {
  let state = seed
  const below = (count: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((state / 2_147_483_648) * count)
  }
  return { below, pick: <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item }
}

async function edit(actor: Staff, id: BookingId, change: BookingChange) {
  const proposed = await proposeEdit(id, change, now)
  if (!proposed.ok) return
  const { total } = proposed.value.after
  const version = await readBookingVersion(id)
  await editBooking({ actor, id, change, expectedVersion: version, expectedTotal: total, message: null, at: now })
}

async function doSomething(
  { below, pick }: ReturnType<typeof generator>,
  { actor, productIds, ids }: { actor: Staff; productIds: readonly ProductId[]; ids: BookingId[] },
): Promise<void> {
  const first = addDays(pick(starts), below(5))
  const days = Array.from({ length: 1 + below(3) }, (_, index) => addDays(first, index))
  const rental = { productId: pick(productIds), days, options: [], photoPacks: below(2) }
  const id = pick(ids)
  const act = id === undefined ? 0 : below(9)
  if (act < 2) {
    const order = makeOrder(rental.productId, days)
    const rentals = below(2) === 0 ? [rental] : [rental, { ...rental, productId: pick(productIds) }]
    const placed = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: { ...order, rentals },
      at: now,
    })
    if (placed.ok) ids.push(placed.value.booking.id)
    return
  }
  if (id === undefined) return
  if (act === 2) await edit(actor, id, { rentals: [{ position: 1 + below(3), days }] })
  if (act === 3) await edit(actor, id, { added: [rental] })
  if (act === 4) await edit(actor, id, { removed: [1 + below(3)] })
  if (act === 5) await edit(actor, id, { added: [rental], removed: [1 + below(2)] })
  if (act === 6) await confirmBooking(actor, id, now)
  if (act === 7) await cancelBooking({ actor, id, from: pick(["pending", "confirmed"]), at: now })
  if (act === 8) {
    await restoreBooking({ actor, id, from: "cancelled", at: now })
    await moveBookingToUnit(
      actor,
      id,
      { productId: rental.productId, fromUnit: 1 + below(2), toUnit: 1 + below(2) },
      now,
    )
  }
}

const overlaps = sql`
  select one.booking_id from occupancy one join occupancy other on other.unit_id = one.unit_id and other.id > one.id
  where other.during && one.during`
const notHeld = sql`
  select number, position, day from bookings join rentals on booking_id = bookings.id, unnest(rentals.dates) day
  where status in ('pending', 'confirmed') and not exists (
    select from occupied_days(day, day) held
    where held.booking_id = bookings.id and held.rental = position and held.product_id = rentals.product_id
      and held.role = 'rental')`
const heldForNobody = sql`
  select bookings.number, rental from occupancy join bookings on bookings.id = booking_id
  where status not in ('pending', 'confirmed')
    or not exists (select from rentals where rentals.booking_id = bookings.id and position = rental)`
const wrongSums = sql`
  select number from bookings
  where total <> price_lines_total(price_lines)
    or dates <> array(select distinct day from rentals, unnest(rentals.dates) day where booking_id = bookings.id order by day)
    or exists (
      select from jsonb_array_elements(price_lines -> 'lines') line
      where line ? 'rental' and not exists (
        select from rentals where booking_id = bookings.id and position = (line ->> 'rental')::smallint))`

test.each([1, 2, 3])(
  "units, rentals and prices stay true to each other whatever is done in whatever order, seed %i",
  async (seed) => {
    await makeFinanceSettings()
    const productIds = [
      (await makeProduct({ stock: 2, preparationDaysAfter: 1 })).id,
      (await makeProduct({ stock: 2 })).id,
    ]
    const administrator = await makeAdministrator()
    const actor = { kind: "administrator", id: administrator.id, name: "Camille" } as const
    const ids: BookingId[] = []
    const random = generator(seed)
    for (let step = 0; step < STEPS; step++) {
      await doSomething(random, { actor, productIds, ids })
      for (const wrong of [overlaps, notHeld, heldForNobody, wrongSums])
        expect((await db.execute(wrong)).rows, `step ${step}`).toEqual([])
    }
    expect(ids.length).toBeGreaterThan(5)
  },
)
