import fc from "fast-check"
import { describe, expect, test } from "vitest"
import {
  defaultDeliveryRule,
  deliveryFee,
  greatCircleKm,
  isUnknownDistance,
  isReachedByRoad,
  quoteDelivery,
  roundTripKm,
} from "./delivery.ts"

const paris = { lat: 48.8566, lng: 2.3522 }
const lyon = { lat: 45.764, lng: 4.8357 }
const place = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})
const rule = fc.record({
  feePerKm: fc.integer({ min: 0, max: 100 }).map((tenths) => tenths * 10),
  freeThresholdKm: fc.integer({ min: 0, max: 1_000 }).map((tenths) => tenths / 10),
  maximumKm: fc.constant(null),
})

describe("the distance of a delivery (section 9)", () => {
  test("the distance is the great circle with a radius of 6371 km, as a rounded round trip @K-earth", () => {
    expect(greatCircleKm(paris, lyon)).toBeCloseTo(391.5, 1)
    expect(roundTripKm(paris, lyon)).toBe(783)
    expect(greatCircleKm({ lat: 0, lng: 0 }, { lat: 0, lng: 90 })).toBeCloseTo((6371 * Math.PI) / 2, 6)
    expect(greatCircleKm({ lat: 0, lng: 0 }, { lat: 0, lng: 180 })).toBeCloseTo(6371 * Math.PI, 6)
  })

  test("the distance is doubled before it is rounded @K-round-trip", () => {
    const north = { lat: paris.lat + 5.3 / (6371 * (Math.PI / 180)), lng: paris.lng }
    expect(greatCircleKm(paris, north)).toBeCloseTo(5.3, 6)
    expect(roundTripKm(paris, north)).toBe(11)
  })

  test("the distance is symmetric, never negative and never more than around the earth", () => {
    fc.assert(
      fc.property(place, place, (from, to) => {
        const distance = roundTripKm(from, to)
        expect(Number.isInteger(distance)).toBe(true)
        expect(distance).toBe(roundTripKm(to, from))
        expect(distance).toBeGreaterThanOrEqual(0)
        expect(distance).toBeLessThanOrEqual(40_031)
        expect(roundTripKm(from, from)).toBe(0)
      }),
    )
  })
})

describe("the delivery fee (D11)", () => {
  test("the default fee matches the wizard's rule for every distance from 0 to 2000 km @K-delivery-fee", () => {
    for (let distance = 0; distance <= 2_000; distance++) {
      const wizardEuros = distance <= 10 ? 0 : Math.round(2 * distance)
      expect(deliveryFee(distance, defaultDeliveryRule), `${distance} km`).toBe(wizardEuros * 100)
    }
  })

  test("the fee is zero at the threshold and starts beyond it @K-delivery-settings", () => {
    expect(deliveryFee(10, defaultDeliveryRule)).toBe(0)
    expect(deliveryFee(11, defaultDeliveryRule)).toBe(2_200)
    expect(deliveryFee(12, { ...defaultDeliveryRule, freeThresholdKm: 12.5 })).toBe(0)
    expect(deliveryFee(13, { ...defaultDeliveryRule, freeThresholdKm: 12.5 })).toBe(2_600)
  })

  test("the fee is rounded to the euro, half away from zero", () => {
    expect(deliveryFee(11, { ...defaultDeliveryRule, feePerKm: 150 })).toBe(1_700)
    expect(deliveryFee(13, { ...defaultDeliveryRule, feePerKm: 110 })).toBe(1_400)
    expect(deliveryFee(14, { ...defaultDeliveryRule, feePerKm: 110 })).toBe(1_500)
  })

  test("the fee is within half a euro of the exact amount, and never falls with distance", () => {
    fc.assert(
      fc.property(rule, fc.nat(2_000), fc.nat(500), (settings, distance, further) => {
        const fee = deliveryFee(distance, settings)
        expect(fee % 100).toBe(0)
        if (distance > settings.freeThresholdKm)
          expect(Math.abs(fee - settings.feePerKm * distance)).toBeLessThanOrEqual(50)
        else expect(fee).toBe(0)
        expect(deliveryFee(distance + further, settings)).toBeGreaterThanOrEqual(fee)
      }),
    )
  })
})

describe("a delivery quote (D11)", () => {
  test("the quote awaits the administrator when the address could not be geocoded", () => {
    expect(quoteDelivery(null, defaultDeliveryRule)).toEqual({ kind: "to-confirm", distanceKm: 0, fee: 0 })
    expect(quoteDelivery(null, { ...defaultDeliveryRule, maximumKm: 50 })).toEqual({
      kind: "to-confirm",
      distanceKm: 0,
      fee: 0,
    })
  })

  test("the quote is refused only beyond the maximum distance, when there is one @K-delivery-maximum", () => {
    const near = { ...defaultDeliveryRule, maximumKm: 80 }
    expect(quoteDelivery(80, near)).toEqual({ kind: "quoted", distanceKm: 80, fee: 16_000 })
    expect(quoteDelivery(81, near)).toEqual({ kind: "too-far", distanceKm: 81, maximumKm: 80 })
    expect(quoteDelivery(2_000, defaultDeliveryRule)).toEqual({ kind: "quoted", distanceKm: 2_000, fee: 400_000 })
  })

  test("a free delivery nearby differs from an address to be confirmed", () => {
    expect(quoteDelivery(0, defaultDeliveryRule)).toEqual({ kind: "quoted", distanceKm: 0, fee: 0 })
  })
})

describe("a place without a road connection (D46)", () => {
  const ajaccio = { lat: 41.9192, lng: 8.7386 }
  const saintDenis = { lat: -20.8907, lng: 55.4551 }
  test("a place is unreachable over the sea: Corsica from the mainland, and each overseas département", () => {
    expect(isReachedByRoad(paris, lyon, { corsica: false })).toBe(true)
    expect(isReachedByRoad(paris, { lat: 43.7, lng: 7.27 }, { corsica: false })).toBe(true)
    expect(isReachedByRoad(paris, { lat: 48.97, lng: 8.22 }, { corsica: false })).toBe(true)
    expect(isReachedByRoad(paris, ajaccio, { corsica: false })).toBe(false)
    expect(isReachedByRoad(paris, saintDenis, { corsica: false })).toBe(false)
    expect(isReachedByRoad(saintDenis, { lat: -21.34, lng: 55.48 }, { corsica: false })).toBe(true)
    expect(isReachedByRoad(paris, { lat: 40.7, lng: -74 }, { corsica: false })).toBe(false)
  })

  test("a place is unreachable beyond the margin around each land, on all sides", () => {
    const inside = { guadeloupe: [15.7, -62], martinique: [15, -60.7], mayotte: [-12.5, 44.9], guiana: [6, -54.8] }
    for (const [lat = 0, lng = 0] of Object.values(inside)) {
      expect(isReachedByRoad({ lat, lng }, { lat, lng }, { corsica: false })).toBe(true)
    }
    const [south, north, west, east] = [-21.5, -20.8, 55.1, 55.9]
    const reached = (lat: number, lng: number) => isReachedByRoad(saintDenis, { lat, lng }, { corsica: false })
    for (const lat of [south, north]) for (const lng of [west, east]) expect(reached(lat, lng)).toBe(true)
    for (const [lat, lng] of [
      [south - 0.1, 55.5],
      [north + 0.1, 55.5],
      [-21, west - 0.1],
      [-21, east + 0.1],
    ] as const)
      expect(reached(lat, lng)).toBe(false)
  })

  test("a place in the ocean is unreachable, from any island", () => {
    for (const [lat, lng, sea] of [
      [16.2, -61.5, { lat: 16.2, lng: -30 }],
      [14.6, -61, { lat: 14.6, lng: -30 }],
      [4.9, -52.3, { lat: 4.9, lng: -30 }],
      [-12.8, 45.2, { lat: 0, lng: 45.2 }],
    ] as const)
      expect(isReachedByRoad({ lat, lng }, sea, { corsica: false })).toBe(false)
    expect(isReachedByRoad({ lat: 16.2, lng: -61.5 }, { lat: 14.6, lng: -61 }, { corsica: false })).toBe(false)
  })

  test("a place outside all known lands is unreachable, also as the origin", () => {
    const newYork = { lat: 40.7, lng: -74 }
    expect(isReachedByRoad(newYork, newYork, { corsica: false })).toBe(false)
  })

  test("Corsica is reached both ways where the owner says so, and nothing else over the sea", () => {
    expect(isReachedByRoad(paris, ajaccio, { corsica: true })).toBe(true)
    expect(isReachedByRoad(ajaccio, lyon, { corsica: true })).toBe(true)
    expect(isReachedByRoad(paris, saintDenis, { corsica: true })).toBe(false)
    expect(isReachedByRoad(paris, { lat: 40.7, lng: -74 }, { corsica: true })).toBe(false)
  })
})

test("a distance is precise to the door, the street or the commune, and otherwise unknown", () => {
  const precisions = [
    "exact",
    "street",
    "commune",
    "no-depot",
    "not-found",
    "contradictory",
    "no-road",
    "unknown",
  ] as const
  expect(precisions.filter(isUnknownDistance)).toEqual(precisions.slice(3))
})
