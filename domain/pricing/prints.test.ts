import { describe, expect, test } from "vitest"
import { includedPhotosLabel, packsForGuests, photosLabel } from "./prints.ts"

test("packs show the total of their photos, over all days", () => {
  expect(photosLabel({ packs: 2, perPack: 18, days: 2 })).toBe("72 photos en tout")
  expect(photosLabel({ packs: 1, perPack: 1, days: 1 })).toBe("1 photo en tout")
})

test("the included prints are stated, also when there are none, but not while unset", () => {
  expect(includedPhotosLabel(100)).toBe("100 tirages inclus")
  expect(includedPhotosLabel(1)).toBe("1 tirage inclus")
  expect(includedPhotosLabel(0)).toBe("Tirages en option")
  expect(includedPhotosLabel(null)).toBeNull()
})

describe("packs for a number of guests", () => {
  const suggestPacks = (guests: number, included: number | null = 36, days = 1) =>
    packsForGuests({ guests, included, perPack: 18, days })

  test("the packs give each guest one photo beyond the included ones, over all days", () => {
    expect(suggestPacks(80)).toBe(3)
    expect(suggestPacks(72)).toBe(2)
    expect(suggestPacks(73)).toBe(3)
    expect(suggestPacks(80, null)).toBe(5)
    expect(suggestPacks(80, 36, 2)).toBe(2)
  })

  test("no pack is suggested where the included ones suffice", () => {
    expect(suggestPacks(36)).toBe(0)
    expect(suggestPacks(1)).toBe(0)
  })

  test("no pack is suggested for an invalid number", () => {
    for (const guests of [0, -5, 2.5, Number.NaN, 10_001]) expect(suggestPacks(guests)).toBeNull()
    expect(suggestPacks(10_000)).not.toBeNull()
  })
})
