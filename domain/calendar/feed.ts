export const feedParts = ["holds", "preparation", "blocks"] as const
export type FeedPart = (typeof feedParts)[number]

export const feedPartLabels: Record<FeedPart, string> = {
  holds: "Les jours gardés par un panier",
  preparation: "Les jours de préparation",
  blocks: "Les jours bloqués et les fermetures",
}

export const MAX_FEEDS = 10
export const MAX_FEED_NAME = 60
