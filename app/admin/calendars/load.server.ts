import { feedPartLabels } from "../../../domain/calendar/feed.ts"
import type { ProfileId } from "../../../domain/id.ts"
import { feedsOf } from "../../../server/calendar-feeds/manage.ts"
import { allProducts } from "../../../server/catalog/queries.ts"

/** One's own addresses, and the products that a new one may be of. */
export async function readCalendars(administratorId: ProfileId) {
  const [feeds, products] = await Promise.all([feedsOf(administratorId, "shop"), allProducts()])
  return {
    feeds: feeds.map(({ id, name, createdAt, readAt, productName, shows, namesPeople }) => ({
      id,
      name,
      createdAt,
      readAt,
      shows: [
        productName ?? "tous les produits",
        ...(namesPeople ? ["avec les noms"] : []),
        ...shows.map((part) => feedPartLabels[part].replace(/^Les /, "")),
      ].join(", "),
    })),
    products: products.map(({ id, name }) => ({ value: id, label: name })),
  }
}
