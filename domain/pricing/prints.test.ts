import { describe, expect, test } from "vitest"
import { includedPhotosLabel, packsForGuests, photosLabel } from "./prints.ts"

test("packs are told with all the photos that they come to, on all days", () => {
  expect(photosLabel({ packs: 2, perPack: 18, days: 2 })).toBe("72 photos en tout")
  expect(photosLabel({ packs: 1, perPack: 1, days: 1 })).toBe("1 photo en tout")
})

test("what is included on paper is said, also when it is nothing, and not while nobody has said it", () => {
  expect(includedPhotosLabel(100)).toBe("100 photos imprimées comprises")
  expect(includedPhotosLabel(1)).toBe("1 photo imprimée comprise")
  expect(includedPhotosLabel(0)).toBe("Sans photo imprimée\u00a0: elles se prennent en packs")
  expect(includedPhotosLabel(null)).toBeNull()
})

describe("packs for a number of guests", () => {
  const of = (guests: number, included: number | null = 36, days = 1) =>
    packsForGuests({ guests, included, perPack: 18, days })

  test("give each a photo beside what is included, over all days", () => {
    expect(of(80)).toBe(3)
    expect(of(72)).toBe(2)
    expect(of(73)).toBe(3)
    expect(of(80, null)).toBe(5)
    expect(of(80, 36, 2)).toBe(2)
  })

  test("are none where the included ones are enough", () => {
    expect(of(36)).toBe(0)
    expect(of(1)).toBe(0)
  })

  test("are not suggested for a number that makes no sense", () => {
    for (const guests of [0, -5, 2.5, Number.NaN, 10_001]) expect(of(guests)).toBeNull()
    expect(of(10_000)).not.toBeNull()
  })
})
