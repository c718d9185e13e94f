import type { Change } from "./bell.ts"

/**
 * What an open page can be told has changed (decision 57). Nobody is told what it is now: the page reads itself again,
 * with the rights that it has then.
 */
export type Topic =
  /** Whether a product can be had, and for how much: public. */
  | { kind: "product"; id: string }
  /** The cart of an account. */
  | { kind: "cart"; account: string }
  | { kind: "booking"; id: string }
  /** The back office: what becomes of bookings, and which machine is where. */
  | { kind: "bookings" }
  | { kind: "planning" }

/** A topic, or whose rights have changed, as one word. */
export type Key = string

/** Of all products at once: a table was emptied. */
const everyProduct: Key = "product *"

/** Where a topic is rung: mostly one bell. */
export function keysOf(topic: Topic): readonly Key[] {
  switch (topic.kind) {
    case "product":
      return [productKey(topic.id), everyProduct]
    case "cart":
      return [cartKey(topic.account)]
    case "booking":
      return [bookingKey(topic.id)]
    case "bookings":
    case "planning":
      return [topic.kind]
  }
}

/** Which bells a change rings. */
export function keysOfChange({ what, product, booking, person }: Change): readonly Key[] {
  switch (what) {
    case "products":
    case "product_options":
    case "available_dates":
    case "occupancy":
    case "bookings":
      return [product === null ? everyProduct : productKey(product), "planning"]
    case "events":
      return booking === null ? [] : [bookingKey(booking), "bookings", "planning"]
    case "carts":
    case "cart_items":
      return person === null ? [] : [cartKey(person)]
    case "sessions":
    case "shared_accounts":
    case "profiles":
    case "users":
      return person === null ? [] : [rightsKey(person)]
    default:
      return []
  }
}

/** Rung when somebody may have other rights than before. */
export const rightsKey = (person: string): Key => `rights ${person}`

const productKey = (id: string): Key => `product ${id}`
const cartKey = (account: string): Key => `cart ${account}`
const bookingKey = (id: string): Key => `booking ${id}`
