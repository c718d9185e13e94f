import { expect, test } from "vitest"
import type { Id } from "../id.ts"
import { type DeliveryZone, findZone, readCodes } from "./zone.ts"

const terms = (name: string) => ({ id: crypto.randomUUID() as Id, name, fee: 4_000 })
const zones: DeliveryZone[] = [
  { ...terms("Couronne"), kind: "ring", fromKm: 0, toKm: 60 },
  { ...terms("Grande couronne"), kind: "ring", fromKm: 60, toKm: 120 },
  { ...terms("Brie"), kind: "department", departments: ["77", "2A"] },
  { ...terms("Provins"), kind: "postcode", postcodes: ["77160"] },
]

test("a postcode wins over a department, a department over a ring, and a ring has both its ends", () => {
  const zoneOf = (zipCode: string, distanceKm: number) => findZone(zones, { zipCode, distanceKm })?.name ?? null
  expect(zoneOf("77160", 150)).toBe("Provins")
  expect(zoneOf("77300", 20)).toBe("Brie")
  expect(zoneOf("20000", 20)).toBe("Brie")
  expect(zoneOf("20200", 20)).toBe("Couronne")
  expect([zoneOf("94130", 60), zoneOf("94130", 61), zoneOf("94130", 121)]).toEqual([
    "Couronne",
    "Grande couronne",
    null,
  ])
})

test("codes are read from a list, sorted and without doubles", () => {
  expect(readCodes("postcode", "77160, 77000;77160")).toEqual(["77000", "77160"])
  expect(readCodes("department", "94 2a 974")).toEqual(["2A", "94", "974"])
  for (const text of ["", "7716", "77160 Provins"]) expect(readCodes("postcode", text)).toBeNull()
  expect(readCodes("department", "9")).toBeNull()
})
