import { beforeEach, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { lineLabel } from "../../domain/pricing/price-labels.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { db } from "../platform/database.server.ts"
import { deliveryZones } from "../platform/schema/pricing.ts"
import { addDeliveryZone } from "../shop/settings/delivery-zones.ts"
import { quoteForAddress } from "./delivery-quote.ts"
import { placeBooking } from "./place.ts"

const { id: ownerId, name: ownerName } = await makeAdministrator()
const actor = { kind: "administrator", id: ownerId, name: ownerName } as const

beforeEach(async () => {
  await makeFinanceSettings({ maximumDeliveryDistance: 100 })
  await db.delete(deliveryZones)
})

test("a zone's flat fee replaces the rule by distance, beyond its maximum too, and the line names the zone", async () => {
  const brie = { street: "", zipCode: "77160", city: "Provins" }
  expect(await quoteForAddress(brie, 150)).toMatchObject({ kind: "too-far" })
  await addDeliveryZone({ actor, fields: { kind: "department", name: "Brie", fee: 12_000, departments: ["77"] } })
  expect(await quoteForAddress(brie, 150)).toMatchObject({ kind: "quoted", distanceKm: 150, fee: 12_000, zone: "Brie" })
  expect(await quoteForAddress({ ...brie, zipCode: "94130" }, 50)).toMatchObject({ kind: "quoted", fee: 10_000 })
  const order = makeOrder((await makeProduct()).id, ["2027-06-12"], {
    isDelivery: true,
    distanceKm: 150,
    address: { ...brie, street: "1 rue du Bal", instructions: "" },
  })
  const placed = await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: now })
  const line = placed.ok ? placed.value.booking.priceLines.lines.at(-1) : undefined
  expect(line).toMatchObject({ kind: "delivery", amount: 12_000, zone: "Brie" })
  expect(line && lineLabel(line).detail.replaceAll(/\s/g, " ")).toBe("Zone « Brie »")
})
