import { toInstantTerms } from "../../../domain/booking/instant.ts"
import { summarizeEventDay } from "../../../domain/availability/event-day.ts"
import { type StartingPrice, startingPrice } from "../../../domain/pricing/rate-plan.ts"
import type { ProfileId } from "../../../domain/id.ts"
import {
  type DayAvailability,
  findDayAvailability,
  readOfferedCalendars,
} from "../../../server/availability/queries.ts"
import { quoteForAddress } from "../../../server/bookings/delivery-quote.ts"
import { type OfferedProduct, countOfferedProducts, listOfferedProducts } from "../../../server/catalog/queries.ts"
import { findTownsByPostcode } from "../../../server/platform/geocoding/towns-of-postcode.ts"
import { pictureOf } from "../../../server/platform/images/queries.ts"
import { log } from "../../../server/platform/log.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import { type EventPlace, type EventSearch, readEventSearch } from "../../../domain/catalog/event-search.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import type { CatalogView, ProductCardView } from "./catalog-view.ts"
import { readPageNumber } from "./links.ts"

const PAGE_SIZE = 24

/** A customer's own holds never block them (D8). */
export type AvailabilityViewer = { customerId: ProfileId | null; at: Date }

/** `matching` filters by name (D21). */
export async function readCatalog(
  values: URLSearchParams,
  viewer: AvailabilityViewer,
  matching = "",
): Promise<CatalogView> {
  const today = dayInParis(viewer.at)
  const search = await resolveSearch(values, today)
  const [result, delivery] = await Promise.all([
    readProducts(matching, { day: search.day, page: readPageNumber(values) }, viewer),
    quoteForPlace(search),
  ])
  const isCatalogEmpty = result?.products.length === 0 && (matching === "" || (await countOfferedProducts()) === 0)
  return {
    search,
    today,
    ...(result ?? { products: null, page: 1, pages: 1, daySummary: null }),
    isCatalogEmpty,
    delivery,
  }
}

/** Drops an unknown postcode, and a town outside the postcode. */
export async function resolveSearch(values: URLSearchParams, today: Day): Promise<EventSearch> {
  const search = readEventSearch(values, today)
  if (search.postcode === null) return search
  const towns = await findTownsByPostcode(search.postcode)
  if (towns.length === 0) return { ...search, postcode: null, town: null, postcodeProblem: "unknown" }
  if (towns.length === 1) return { ...search, town: null }
  return { ...search, towns, town: towns.find((town) => town === search.town) ?? null }
}

/** null without a postcode. */
export async function quoteForPlace({ postcode, town }: EventPlace): Promise<DeliveryQuote | null> {
  return postcode ? quoteForAddress({ street: "", zipCode: postcode, city: town ?? "" }) : null
}

type ProductPage = Pick<CatalogView, "page" | "pages" | "daySummary"> & { products: ProductCardView[] }

/** null when they could not be read; the page appears without them. */
async function readProducts(
  matching: string,
  query: { day: Day | null; page: number },
  viewer: AvailabilityViewer,
): Promise<ProductPage | null> {
  try {
    const { day } = query
    const [{ rows: offered, page, pages }, calendars] = await Promise.all([
      listOfferedProducts(matching, query.page, PAGE_SIZE),
      day === null ? null : readOfferedCalendars(day, viewer, matching),
    ])
    const answers = day && calendars && (await findDayAvailability(offered, day, viewer, calendars))
    return {
      products: offered.map((product) => toProductCard(product, answers?.get(product.id) ?? null)),
      page,
      pages,
      daySummary: day && calendars && summarizeEventDay(day, calendars.values()),
    }
  } catch (error) {
    log.error("Error loading products", { error })
    return null
  }
}

/** A product that nothing can be asked for shows its daily price of nought (D50). */
export function priceFrom({ plans, price }: Pick<OfferedProduct, "plans" | "price">): StartingPrice {
  return startingPrice(plans, price) ?? { price, length: { unit: "day", count: 1 } }
}

function toProductCard(product: OfferedProduct, answer: DayAvailability | null): ProductCardView {
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    from: priceFrom(product),
    features: product.features,
    includedPhotos: product.includedPhotos,
    picture: product.image && pictureOf(product.image, product.imageAlt),
    instant: toInstantTerms(product),
    answer,
  }
}
