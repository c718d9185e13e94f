import { isId } from "../../domain/id.ts"
import { bookingSeenBy } from "../../server/bookings/booking-page.ts"
import { bookingIdOf } from "../../server/booking-record/found-by.ts"
import type { Visitor } from "../../server/accounts/auth/visitor.ts"
import type { Topic } from "../../server/platform/live/topics.ts"
import { partyIfAllowed } from "../http/visitor.server.ts"

/** A page shows a few things at most; a cart has twenty lines. */
const MAX_TOPICS = 24
/** Who may see a booking is asked of the database. */
const MAX_BOOKINGS = 1

/** What stands in the address: "product.{id}", "cart", "booking.{number}", "bookings", "planning". Null for anything else. */
export function readTopicNames(text: string): TopicName[] | null {
  const names = [...new Set(text.split(","))]
  if (names.length > MAX_TOPICS) return null
  const read = names.map(readTopicName)
  if (read.filter((name) => name?.kind === "booking").length > MAX_BOOKINGS) return null
  return read.every((name) => name !== null) ? read : null
}

type TopicName =
  | { kind: "product"; id: string }
  | { kind: "booking"; number: number }
  | { kind: "cart" | "bookings" | "planning" }

function readTopicName(text: string): TopicName | null {
  const [kind = "", of, ...rest] = text.split(".")
  if (rest.length > 0) return null
  if (kind === "product" && of !== undefined && isId(of)) return { kind, id: of.toLowerCase() }
  if (kind === "booking" && /^[1-9]\d{0,14}$/.test(of ?? "")) return { kind, number: Number(of) }
  if ((kind === "cart" || kind === "bookings" || kind === "planning") && of === undefined) return { kind }
  return null
}

/** The topics, where all of them may be listened to by anyone who asks; null otherwise, whatever the reason. */
export async function grantedTopics(names: readonly TopicName[], visitor: Visitor | null): Promise<Topic[] | null> {
  const topics = await Promise.all(names.map((name) => grantedTopic(name, visitor)))
  return topics.every((topic) => topic !== null) ? topics : null
}

async function grantedTopic(name: TopicName, visitor: Visitor | null): Promise<Topic | null> {
  switch (name.kind) {
    case "product":
      return name
    case "cart": {
      // As the cart's page: anyone who may only look into an account does not see its cart.
      const party = visitor && partyIfAllowed(visitor)
      return party && { kind: "cart", account: party.account.id }
    }
    case "booking": {
      if (!visitor) return null
      const id = isAtWork(visitor) ? await bookingIdOf(name.number) : null
      const own = id ?? (await bookingSeenBy(visitor.profile, name.number))?.booking.id
      return own ? { kind: "booking", id: own } : null
    }
    case "bookings":
    case "planning":
      return visitor && isAtWork(visitor) ? { kind: name.kind } : null
  }
}

/** As `requireAdministrator` lets through. */
export function isAtWork({ isAdmin, user, secondFactorDue }: Visitor): boolean {
  return isAdmin && !user.passwordRenewalDue && !secondFactorDue
}
