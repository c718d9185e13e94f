import type { HandoverWindows } from "./rental.ts"
import { type ClockTime, toClockTime } from "../clock.ts"

/** Times of day in Europe/Paris (D61). */
export type ShopHours = {
  /** 0 to 23. */
  rentalDayStartsAt: number
  deliveryFrom: ClockTime
  deliveryTo: ClockTime
  collectionFrom: ClockTime
  collectionTo: ClockTime
}

export const defaultShopHours: ShopHours = {
  rentalDayStartsAt: 12,
  deliveryFrom: "14:00",
  deliveryTo: "16:00",
  collectionFrom: "09:00",
  collectionTo: "11:00",
}

/** null for whole calendar days, whose hours are agreed each time. */
export function handoverWindows(hours: ShopHours): HandoverWindows | null {
  if (hours.rentalDayStartsAt === 0) return null
  return {
    delivery: { from: hours.deliveryFrom, to: hours.deliveryTo },
    collection: { from: hours.collectionFrom, to: hours.collectionTo },
  }
}

export type ShopHoursProblem = { field: "deliveryFrom" | "deliveryTo" | "collectionTo"; kind: "backwards" | "outside" }

/** A delivery comes after the day has begun, a collection before it ends. Days from midnight have no such limit. */
export function findShopHoursProblem(hours: ShopHours): ShopHoursProblem | null {
  if (hours.deliveryFrom > hours.deliveryTo) return { field: "deliveryTo", kind: "backwards" }
  if (hours.collectionFrom > hours.collectionTo) return { field: "collectionTo", kind: "backwards" }
  if (hours.rentalDayStartsAt === 0) return null
  const start = toClockTime(hours.rentalDayStartsAt)
  if (hours.deliveryFrom < start) return { field: "deliveryFrom", kind: "outside" }
  return hours.collectionTo > start ? { field: "collectionTo", kind: "outside" } : null
}
