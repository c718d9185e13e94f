import { expect, test } from "vitest"
import { readPostcode } from "./postcode.ts"

test("a postcode is taken as people write it", () => {
  for (const typed of [
    "75001",
    "75 001",
    " 75001 ",
    "F-75001",
    "f 75001",
    "FR-75001",
    "７５００１",
    "7\u200b5001",
    "75\u202f001",
  ])
    expect(readPostcode(typed), typed).toBe("75001")
})

test("anything but five digits is no postcode", () => {
  for (const typed of ["", "7500", "750011", "75001 Paris", "B-1000", "D-75001", "2A004", "\u200b"])
    expect(readPostcode(typed), typed).toBeNull()
})
