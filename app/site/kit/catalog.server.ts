import type { ProfileId } from "../../../domain/id.ts"
import { answerForDay, summaryOfDay } from "../../../server/availability/queries.ts"
import { quoteForAddress } from "../../../server/bookings/delivery-quote.ts"
import { type ProductWithImage, countOffered, offeredPage } from "../../../server/catalog/queries.ts"
import { townsOfPostcode } from "../../../server/platform/geocoding/towns-of-postcode.ts"
import { pictureOf } from "../../../server/platform/images/queries.ts"
import { log } from "../../../server/platform/log.ts"
import type { DeliveryQuote } from "../../../domain/delivery/delivery.ts"
import { type EventPlace, type EventSearch, readEventSearch } from "../../../domain/catalog/event-search.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import type { CatalogView, DayAnswer, ProductCardView } from "./catalog-view.ts"
import { pageIn } from "./links.ts"

/** Products on a page. */
const CARDS = 24

/** Who looks, and when: a customer's own holds never stand in their way (D8). */
export type SeenBy = { customerId: ProfileId | null; at: Date }

/** A page of the products and the answer to the search by date in the URL. `matching` narrows by name (D21). */
export async function readCatalog(values: URLSearchParams, seenBy: SeenBy, matching = ""): Promise<CatalogView> {
  const today = dayInParis(seenBy.at)
  const search = await checkedSearch(values, today)
  const [shown, delivery] = await Promise.all([
    readProducts(matching, { day: search.day, page: pageIn(values) }, seenBy),
    quoteForPlace(search),
  ])
  const nothingYet = shown?.products.length === 0 && (matching === "" || (await countOffered()) === 0)
  return { search, today, ...(shown ?? { products: null, page: 1, pages: 1, onDay: null }), nothingYet, delivery }
}

/**
 * What was asked, with the towns to choose from where several share the postcode; a town that is none of them is left out.
 * A postcode that no town has is told as such, and left out too.
 */
export async function checkedSearch(values: URLSearchParams, today: Day): Promise<EventSearch> {
  const search = readEventSearch(values, today)
  if (search.postcode === null) return search
  const towns = await townsOfPostcode(search.postcode)
  if (towns.length === 0) return { ...search, postcode: null, town: null, postcodeProblem: "unknown" }
  if (towns.length === 1) return { ...search, town: null }
  return { ...search, towns, town: towns.find((town) => town === search.town) ?? null }
}

/** What a delivery to the place of a search costs; null without a postcode. */
export async function quoteForPlace({ postcode, town }: EventPlace): Promise<DeliveryQuote | null> {
  return postcode ? quoteForAddress({ street: "", zipCode: postcode, city: town ?? "" }) : null
}

type ShownProducts = Pick<CatalogView, "page" | "pages" | "onDay"> & { products: ProductCardView[] }

/** Null when they cannot be read: the page stands without them, and says so. */
async function readProducts(
  matching: string,
  asked: { day: Day | null; page: number },
  seenBy: SeenBy,
): Promise<ShownProducts | null> {
  try {
    const { day } = asked
    const [{ rows: shown, page, pages }, onDay] = await Promise.all([
      offeredPage(matching, asked.page, CARDS),
      day === null ? null : summaryOfDay(day, seenBy, matching),
    ])
    const answers = day === null ? null : await answerForDay(shown, day, seenBy)
    return {
      products: shown.map((product) => productCardOf(product, answers?.get(product.id) ?? null)),
      page,
      pages,
      onDay,
    }
  } catch (error) {
    log.error("Error loading products", { error })
    return null
  }
}

function productCardOf(product: ProductWithImage, answer: DayAnswer | null): ProductCardView {
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    price: product.price,
    features: product.features,
    includedPhotos: product.includedPhotos,
    picture: product.image && pictureOf(product.image, product.imageAlt),
    answer,
  }
}
