import { type SQL, type SQLWrapper, and, asc, desc, eq, isNull, ne, sql } from "drizzle-orm"
import { type ProductId, isId } from "../../domain/id.ts"
import type { OptionOffer } from "../../domain/pricing/options.ts"
import type { ProductTariff } from "../../domain/pricing/price.ts"
import { db } from "../platform/database.server.ts"
import { type ImageRow, findImagesByUrl } from "../platform/images/queries.ts"
import { type Page, clampPage } from "../platform/pagination.ts"
import { productOptions, products } from "../platform/schema/catalog.ts"
import { matchesName } from "./match-name.ts"
import { type BundlePart, withParts } from "./bundle-parts.ts"
import { type Priced, withPlans } from "./rate-plans.ts"
import type { Rentable } from "./stock.ts"

export type Product = typeof products.$inferSelect
export type ProductWithImage = Product & { image: ImageRow | null }

export type OfferedProduct = ProductWithImage & Priced & { parts: BundlePart[] }
export type ProductForRent = OfferedProduct & { offers: ProductOption[] }
export type ProductOption = OptionOffer & { description: string; image: ImageRow | null }

/** Matches name and description (D21). */
function isOffered(search: SQLWrapper): SQL {
  return sql`is_active and archived_at is null and kind <> 'accessory' and (${search} = '' or words like '%' || without_accents(${search}) || '%')`
}

/** A product without a daily price is for rent when a plan has one (D50, D63). */
export const hasPrice = sql`(products.price > 0
  or exists (select from rate_plans where product_id = products.id and is_active and rate_plans.price > 0))`

const isListed = and(eq(products.isActive, true), isNull(products.archivedAt), ne(products.kind, "accessory"))
/** Newest first (specification, section 2) unless the owner has ordered them. */
const listingOrder = [asc(products.order), desc(products.createdAt), asc(products.name), asc(products.id)]

export async function listActiveProducts(): Promise<OfferedProduct[]> {
  return toOffered(
    await db
      .select()
      .from(products)
      .where(isListed)
      .orderBy(...listingOrder),
  )
}

export async function listOfferedProducts(search: string, page: number, size: number): Promise<Page<OfferedProduct>> {
  const offered = isOffered(sql`${escapeLike(search.trim())}::text`)
  const readRows = (offset: number) =>
    db
      .select()
      .from(products)
      .where(offered)
      .orderBy(...listingOrder)
      .limit(size)
      .offset(offset)
  const requestedOffset = (Math.max(1, page) - 1) * size
  const [firstRows, total] = await Promise.all([readRows(requestedOffset), db.$count(products, offered)])
  const { offset, ...pageInfo } = clampPage(total, page, size)
  return { rows: await toOffered(offset === requestedOffset ? firstRows : await readRows(offset)), total, ...pageInfo }
}

/** Those of `listOfferedProducts`, on all pages. */
export async function listOfferedRentables(search: string): Promise<(Rentable & Pick<Product, "name" | "price">)[]> {
  const { id, kind, name, price, stock, retiredUnits, preparationDaysBefore, preparationDaysAfter } = products
  const { minimumNoticeDays, furthestDays } = products
  return db
    .select({
      id,
      kind,
      name,
      price,
      stock,
      retiredUnits,
      preparationDaysBefore,
      preparationDaysAfter,
      minimumNoticeDays,
      furthestDays,
    })
    .from(products)
    .where(isOffered(sql`${escapeLike(search.trim())}::text`))
}

export async function countOfferedProducts(): Promise<number> {
  return db.$count(products, isListed)
}

export type ProductChoice = Pick<Product, "id" | "name" | "isActive" | "archivedAt" | "stock">

export async function listProductChoices(): Promise<ProductChoice[]> {
  return selectChoices()
}

function selectChoices(condition?: SQL, max?: number): Promise<ProductChoice[]> {
  const { id, name, isActive, archivedAt, stock } = products
  const query = db
    .select({ id, name, isActive, archivedAt, stock })
    .from(products)
    .where(and(isNull(archivedAt), condition))
    .orderBy(asc(name), asc(id))
  return max === undefined ? query : query.limit(max)
}

const MAX_CHOICES = 100

export type ProductChoices = {
  products: ProductChoice[]
  many: boolean
  matchCount: number
}

export async function readProductChoices(search: string): Promise<ProductChoices> {
  const first = await selectChoices(undefined, MAX_CHOICES + 1)
  if (first.length <= MAX_CHOICES) return { products: first, many: false, matchCount: first.length }
  const nameMatches = matchesName(search)
  const [matches, count] = await Promise.all([
    nameMatches ? selectChoices(nameMatches, MAX_CHOICES) : first.slice(0, MAX_CHOICES),
    db.$count(products, and(isNull(products.archivedAt), nameMatches)),
  ])
  return { products: matches, many: true, matchCount: count }
}

/** null for archived products too. */
export async function readProductChoice(id: string): Promise<ProductChoice | null> {
  return isId(id) ? ((await selectChoices(eq(products.id, id)))[0] ?? null) : null
}

export async function listFilterProducts(chosen: string): Promise<Pick<Product, "id" | "name">[]> {
  const { id, name, archivedAt } = products
  const query = db.select({ id, name }).from(products)
  const all = await query
    .where(isNull(archivedAt))
    .orderBy(asc(name))
    .limit(MAX_CHOICES + 1)
  if (all.length <= MAX_CHOICES) return all
  return isId(chosen)
    ? db
        .select({ id, name })
        .from(products)
        .where(and(eq(id, chosen), isNull(archivedAt)))
    : []
}

/** null when it is inactive or not for rent. */
export async function readProductForRent(id: string): Promise<ProductForRent | null> {
  if (!isId(id)) return null
  const [product, offers] = await Promise.all([readActiveProduct(id), readOffers(id)])
  return product && product.plans.length > 0 ? { ...product, offers } : null
}

export async function readActiveProduct(id: string): Promise<OfferedProduct | null> {
  if (!isId(id)) return null
  const rows = await db
    .select()
    .from(products)
    .where(and(eq(products.id, id), isListed))
  return (await toOffered(rows))[0] ?? null
}

export function toOffer(row: typeof productOptions.$inferSelect): OptionOffer {
  const { id, parentOptionId, name, price, unit, isOnce, quantityStep, minQuantity, maxQuantity, choiceGroup } = row
  return {
    id,
    parentId: parentOptionId,
    name,
    price,
    unit,
    isOnce,
    quantityStep,
    minQuantity,
    maxQuantity,
    choiceGroup,
  }
}

async function readOffers(productId: ProductId): Promise<ProductOption[]> {
  const options = await db
    .select({ option: productOptions, accessory: { id: products.id, name: products.name } })
    .from(productOptions)
    .leftJoin(products, eq(products.id, productOptions.accessoryId))
    .where(eq(productOptions.productId, productId))
    .orderBy(asc(productOptions.order), asc(productOptions.createdAt), asc(productOptions.id))
  const rows = options.map(({ option, accessory }) => ({ ...option, accessory }))
  const images = await findImagesByUrl(rows.map(({ imageUrl }) => imageUrl))
  return rows.map((row) => ({
    ...toOffer(row),
    description: row.description,
    accessory: row.accessory,
    image: row.imageUrl === null ? null : (images.get(row.imageUrl) ?? null),
  }))
}

export function toTariff(
  product: Pick<Product, "name" | "price" | "photoPackPrice" | "photoPackQuantity">,
): ProductTariff {
  return {
    name: product.name,
    dailyPrice: product.price,
    photoPackPrice: product.photoPackPrice,
    photoPackQuantity: product.photoPackQuantity,
  }
}

async function toOffered(rows: Product[]): Promise<OfferedProduct[]> {
  return withParts(await withPlans(await withImages(rows), ({ price }) => price))
}

export async function withImages(rows: Product[]): Promise<ProductWithImage[]> {
  const images = await findImagesByUrl(rows.map(({ imageUrl }) => imageUrl))
  return rows.map((row) => ({ ...row, image: row.imageUrl === null ? null : (images.get(row.imageUrl) ?? null) }))
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}

export async function isEmptyShop(): Promise<boolean> {
  return (await db.select({ id: products.id }).from(products).limit(1)).length === 0
}

/** Includes inactive products: bookings outlive them. */
export async function readProductFeatures(productId: ProductId): Promise<string[]> {
  const [row] = await db.select({ features: products.features }).from(products).where(eq(products.id, productId))
  return row?.features ?? []
}

/** In cents. Confirmed bookings use their agreement instead. */
export async function readProductWithOffers(id: ProductId): Promise<ProductForRent | null> {
  const [product] = await toOffered(await db.select().from(products).where(eq(products.id, id)))
  return product ? { ...product, offers: await readOffers(product.id) } : null
}
