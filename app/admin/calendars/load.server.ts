import { feedPartLabels } from "../../../domain/calendar/feed.ts"
import { shopFeeds } from "../../../server/calendar-feeds/manage.ts"
import { allProducts } from "../../../server/catalog/queries.ts"

/** The links to the shop's calendar, and the products that a new one may be of. */
export async function readCalendars() {
  const [feeds, products] = await Promise.all([shopFeeds(), allProducts()])
  return {
    feeds: feeds.map(({ id, name, createdAt, readAt, productName, shows, namesPeople, madeBy }) => ({
      id,
      name,
      createdAt,
      readAt,
      shows: [
        `par ${madeBy}`,
        productName ?? "tous les produits",
        ...(namesPeople ? ["avec les noms"] : []),
        ...shows.map((part) => feedPartLabels[part].replace(/^Les /, "")),
      ].join(", "),
    })),
    products: products.map(({ id, name }) => ({ value: id, label: name })),
  }
}
