import { feedPartLabels } from "../../../domain/calendar/feed.ts"
import { listShopFeeds } from "../../../server/outside/calendar-feeds/manage.ts"
import { listOutsideCalendarStates } from "../../../server/outside/outside-calendars/manage.ts"
import { listProductChoices } from "../../../server/catalog/queries.ts"

export async function readCalendars(now: Date) {
  const [feeds, products, outside] = await Promise.all([
    listShopFeeds(),
    listProductChoices(),
    listOutsideCalendarStates(now),
  ])
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
