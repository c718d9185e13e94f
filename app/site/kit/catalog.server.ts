import type { ProfileId } from "../../../domain/id.ts"
import { answerForDay } from "../../../server/availability/queries.ts"
import { quoteForAddress } from "../../../server/bookings/delivery-quote.ts"
import { type ProductWithImage, activeProducts, countOffered } from "../../../server/catalog/queries.ts"
import { townsOfPostcode } from "../../../server/geocoding/towns-of-postcode.ts"
import { pictureOf } from "../../../server/images/queries.ts"
import { log } from "../../../server/log.ts"
import { type EventSearch, readEventSearch } from "../../../domain/catalog/event-search.ts"
import { type Day, dayInParis } from "../../../domain/day.ts"
import type { CatalogView, DayAnswer, ProductCardView } from "./catalog-view.ts"

/** Who looks, and when: a customer's own holds never stand in their way (D8). */
export type SeenBy = { customerId: ProfileId | null; at: Date }

/** The products and the answer to the search by date in the URL. `matching` narrows by name (D21). */
export async function readCatalog(values: URLSearchParams, seenBy: SeenBy, matching = ""): Promise<CatalogView> {
  const today = dayInParis(seenBy.at)
  const search = await checkedSearch(values, today)
  const [products, delivery] = await Promise.all([
    readProducts(matching, search.day, seenBy),
    search.postcode === null ? null : quoteForAddress({ street: "", zipCode: search.postcode, city: "" }),
  ])
  const nothingYet = products?.length === 0 && (matching === "" || (await countOffered()) === 0)
  return { search, today, products, nothingYet, delivery }
}

/** What was asked, with a postcode that no town has told as such, and then left out. */
export async function checkedSearch(values: URLSearchParams, today: Day): Promise<EventSearch> {
  const search = readEventSearch(values, today)
  if (search.postcode === null || (await townsOfPostcode(search.postcode)).length > 0) return search
  return { ...search, postcode: null, postcodeProblem: "unknown" }
}

/** Null when they cannot be read: the page stands without them, and says so. */
async function readProducts(matching: string, day: Day | null, seenBy: SeenBy): Promise<ProductCardView[] | null> {
  try {
    const products = await activeProducts(matching)
    const answers = day === null ? null : await answerForDay(products, day, seenBy)
    return products.map((product) => productCardOf(product, answers?.get(product.id) ?? null))
  } catch (error) {
    log.error("Error loading products", { error })
    return null
  }
}

export function productCardOf(product: ProductWithImage, answer: DayAnswer | null): ProductCardView {
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
