import { href } from "react-router"
import { mayOpen } from "../../domain/journal/staff-access.ts"
import { isId } from "../../domain/id.ts"
import { findAccessibleBooking } from "../../server/bookings/booking-page.ts"
import { findBookingId } from "../../server/booking-record/search-bookings.ts"
import type { Visitor } from "../../server/accounts/auth/visitor.ts"
import type { Topic } from "../../server/platform/live/topics.ts"
import { authorizedParty } from "../http/visitor.server.ts"

/** A cart has at most twenty lines. */
const MAX_TOPICS = 24
/** Each booking costs a database query. */
const MAX_BOOKINGS = 1

/** null for anything else. */
export function readTopicNames(text: string): TopicName[] | null {
  const names = [...new Set(text.split(","))]
  if (names.length > MAX_TOPICS) return null
  const topicNames = names.map(readTopicName)
  if (topicNames.filter((name) => name?.kind === "booking").length > MAX_BOOKINGS) return null
  return topicNames.every((name) => name !== null) ? topicNames : null
}

type TopicName =
  | { kind: "product"; id: string }
  | { kind: "booking"; number: number }
  | { kind: "cart" | "bookings" | "planning" }

function readTopicName(text: string): TopicName | null {
  const [kind = "", value, ...rest] = text.split(".")
  if (rest.length > 0) return null
  if (kind === "product" && value !== undefined && isId(value)) return { kind, id: value.toLowerCase() }
  if (kind === "booking" && /^[1-9]\d{0,14}$/.test(value ?? "")) return { kind, number: Number(value) }
  if ((kind === "cart" || kind === "bookings" || kind === "planning") && value === undefined) return { kind }
  return null
}

/** null unless the visitor may follow all of them. */
export async function findGrantedTopics(names: readonly TopicName[], visitor: Visitor | null): Promise<Topic[] | null> {
  const topics = await Promise.all(names.map((name) => findGrantedTopic(name, visitor)))
  return topics.every((topic) => topic !== null) ? topics : null
}

async function findGrantedTopic(name: TopicName, visitor: Visitor | null): Promise<Topic | null> {
  switch (name.kind) {
    case "product":
      return name
    case "cart": {
      // Someone who may only view an account does not see its cart.
      const party = visitor && authorizedParty(visitor)
      return party && { kind: "cart", account: party.account.id }
    }
    case "booking": {
      if (!visitor) return null
      const id = hasBackOfficeAccess(visitor, href("/admin/bookings")) ? await findBookingId(name.number) : null
      const bookingId = id ?? (await findAccessibleBooking(visitor.profile, name.number))?.booking.id
      return bookingId ? { kind: "booking", id: bookingId } : null
    }
    case "bookings":
    case "planning":
      // It says that something changed, not what.
      return visitor && hasBackOfficeAccess(visitor, href("/admin/aide")) ? { kind: name.kind } : null
  }
}

/** Same conditions as `requireStaff`. */
export function hasBackOfficeAccess({ role, user, secondFactorDue }: Visitor, pattern: string): boolean {
  return role !== null && mayOpen(role, pattern) && !user.passwordRenewalDue && !secondFactorDue
}
