/** What a shop's feed shows beside its bookings, as its owner wants. */
export const feedParts = ["holds", "preparation", "blocks"] as const
export type FeedPart = (typeof feedParts)[number]

export const feedPartLabels: Record<FeedPart, string> = {
  holds: "Les jours gardés par un panier",
  preparation: "Les jours de préparation",
  blocks: "Les jours bloqués et les fermetures",
}

/** A person has a few calendars; each address is a secret to look after. */
export const MAX_FEEDS = 10
export const MAX_FEED_NAME = 60
