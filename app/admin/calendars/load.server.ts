import { feedPartLabels } from "../../../domain/calendar/feed.ts"
import { shopFeeds } from "../../../server/outside/calendar-feeds/manage.ts"
import { outsideCalendarStates } from "../../../server/outside/outside-calendars/manage.ts"
import { allProducts } from "../../../server/catalog/queries.ts"

/** The links to the shop's calendar, the calendars of elsewhere that it follows, and the products that a new one may be of. */
export async function readCalendars(now: Date) {
  const [feeds, products, outside] = await Promise.all([shopFeeds(), allProducts(), outsideCalendarStates(now)])
  return {
    outside,
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
