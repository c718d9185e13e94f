import type { Change } from "./change-feed.ts"

/** Carries no data: pages reload with their current rights (decision 57). */
export type Topic =
  | { kind: "product"; id: string }
  | { kind: "cart"; account: string }
  | { kind: "booking"; id: string }
  | { kind: "bookings" }
  | { kind: "planning" }

export type Key = string

const everyProduct: Key = "product *"

export function topicKeys(topic: Topic): readonly Key[] {
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

export function changeKeys({ table, product, booking, person }: Change): readonly Key[] {
  switch (table) {
    case "products":
    case "product_options":
    case "rate_plans":
    case "available_dates":
    case "units":
    case "occupancy":
    case "rentals":
    case "bookings":
      return [product === null ? everyProduct : productKey(product), "planning"]
    case "price_rules":
      return [everyProduct]
    case "events":
      return booking === null ? [] : [bookingKey(booking), "bookings", "planning"]
    case "loaded_items":
      return ["bookings"]
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

export const rightsKey = (person: string): Key => `rights ${person}`

const productKey = (id: string): Key => `product ${id}`
const cartKey = (account: string): Key => `cart ${account}`
const bookingKey = (id: string): Key => `booking ${id}`
