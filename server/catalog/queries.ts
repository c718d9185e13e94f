import { type SQL, type SQLWrapper, and, asc, desc, eq, isNull, sql } from "drizzle-orm"
import { type ProductId, isId } from "../../domain/id.ts"
import type { Stock } from "../../domain/availability/units.ts"
import type { Cents } from "../../domain/money.ts"
import type { OptionOffer } from "../../domain/pricing/options.ts"
import type { ProductTariff } from "../../domain/pricing/price.ts"
import { db } from "../platform/database.server.ts"
import { type ImageRow, imagesByUrl } from "../platform/images/queries.ts"
import { type Page, pageAt } from "../platform/lists.ts"
import { productOptions, products } from "../platform/schema/catalog.ts"
import { hasName } from "./named.ts"

export type Product = typeof products.$inferSelect
/** What tells on which days a product can be rented, but for who has it. */
export type Rentable = Pick<
  Product,
  "id" | "stock" | "preparationDaysBefore" | "preparationDaysAfter" | "minimumNoticeDays" | "furthestDays"
>
export type ProductWithImage = Product & { image: ImageRow | null }

/** What the wizard and the verbs need of a product that can be rented. */
export type ProductForRent = ProductWithImage & { offers: ProductOption[] }
export type ProductOption = OptionOffer & { description: string; image: ImageRow | null }

/** True of a product that is offered and holds the words that are `wanted`, in its name or description (D21). */
export function isOffered(wanted: SQLWrapper): SQL {
  return sql`is_active and archived_at is null and (${wanted} = '' or words like '%' || without_accents(${wanted}) || '%')`
}

const whole = and(eq(products.isActive, true), isNull(products.archivedAt))
/** Newest first (specification, section 2) unless the owner has ordered them. */
const inOrder = [asc(products.order), desc(products.createdAt), asc(products.name), asc(products.id)]

/** Active products, in their order. */
export async function activeProducts(): Promise<ProductWithImage[]> {
  return withImages(
    await db
      .select()
      .from(products)
      .where(whole)
      .orderBy(...inOrder),
  )
}

/** A page of the active products, in their order; `matching` narrows by name or description. */
export async function offeredPage(matching: string, page: number, size: number): Promise<Page<ProductWithImage>> {
  const offered = isOffered(sql`${likeText(matching.trim())}::text`)
  const read = (offset: number) =>
    db
      .select()
      .from(products)
      .where(offered)
      .orderBy(...inOrder)
      .limit(size)
      .offset(offset)
  const asked = (Math.max(1, page) - 1) * size
  const [found, total] = await Promise.all([read(asked), db.$count(products, offered)])
  const { offset, ...at } = pageAt(total, page, size)
  return { rows: await withImages(offset === asked ? found : await read(offset)), total, ...at }
}

/** How many products the catalogue has. */
export async function countOffered(): Promise<number> {
  return db.$count(products, whole)
}

/** A product among those that one chooses from. */
export type ProductChoice = Pick<Product, "id" | "name" | "isActive" | "archivedAt" | "stock">

/** Every product that is not archived, to choose from in the back office, by name. */
export async function allProducts(): Promise<ProductChoice[]> {
  return choices()
}

/** Read in the order of an index of names. */
function choices(which?: SQL, max?: number): Promise<ProductChoice[]> {
  const { id, name, isActive, archivedAt, stock } = products
  const reading = db
    .select({ id, name, isActive, archivedAt, stock })
    .from(products)
    .where(and(isNull(archivedAt), which))
    .orderBy(asc(name), asc(id))
  return max === undefined ? reading : reading.limit(max)
}

/** More than these are no choice: one looks for a name. */
const MAX_CHOICES = 100

export type ProductChoices = {
  /** By name: all of them, or of very many the first whose names hold what is searched for. */
  products: ProductChoice[]
  /** There are so many that they are searched. */
  many: boolean
  /** How many have such a name, of very many. */
  found: number
}

/** The products that one chooses from in the back office. */
export async function productChoices(search: string): Promise<ProductChoices> {
  const first = await choices(undefined, MAX_CHOICES + 1)
  if (first.length <= MAX_CHOICES) return { products: first, many: false, found: first.length }
  const named = hasName(search)
  const [found, count] = await Promise.all([
    named ? choices(named, MAX_CHOICES) : first.slice(0, MAX_CHOICES),
    db.$count(products, and(isNull(products.archivedAt), named)),
  ])
  return { products: found, many: true, found: count }
}

/** One of them; null when there is none with this id, or it is archived. */
export async function productChoice(id: string): Promise<ProductChoice | null> {
  return isId(id) ? ((await choices(eq(products.id, id)))[0] ?? null) : null
}

/** Products that a list can be narrowed to, by name; of a shop that has very many, only the one that is chosen. */
export async function productsToNarrowBy(chosen: string): Promise<Pick<Product, "id" | "name">[]> {
  const { id, name, archivedAt } = products
  const reading = db.select({ id, name }).from(products)
  const all = await reading
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

/** An active product with its options, or null: the visitor reads "Produit non trouvé". */
export async function productForRent(id: string): Promise<ProductForRent | null> {
  if (!isId(id)) return null
  const [product, offers] = await Promise.all([activeProduct(id), offersOf(id)])
  // A product without a price is not for rent (D50).
  return product && product.price > 0 ? { ...product, offers } : null
}

export async function activeProduct(id: string): Promise<ProductWithImage | null> {
  if (!isId(id)) return null
  const found = await db
    .select()
    .from(products)
    .where(and(eq(products.id, id), whole))
  return (await withImages(found))[0] ?? null
}

/** Options and sub-options in the owner's order, options first. */
async function offersOf(productId: ProductId): Promise<ProductOption[]> {
  const rows = await db
    .select()
    .from(productOptions)
    .where(eq(productOptions.productId, productId))
    .orderBy(asc(productOptions.order), asc(productOptions.createdAt), asc(productOptions.id))
  const images = await imagesByUrl(rows.map(({ imageUrl }) => imageUrl))
  return rows.map(
    ({ id, parentOptionId, name, description, price, unit, quantityStep, minQuantity, maxQuantity, imageUrl }) => ({
      id,
      parentId: parentOptionId,
      name,
      description,
      price,
      unit,
      quantityStep,
      minQuantity,
      maxQuantity,
      image: imageUrl === null ? null : (images.get(imageUrl) ?? null),
    }),
  )
}

export function stockOf(product: Pick<Product, "stock" | "preparationDaysBefore" | "preparationDaysAfter">): Stock {
  return {
    units: product.stock,
    preparationBefore: product.preparationDaysBefore,
    preparationAfter: product.preparationDaysAfter,
  }
}

export function tariffOf(
  product: Pick<Product, "name" | "price" | "photoPackPrice" | "photoPackQuantity">,
): ProductTariff {
  return {
    name: product.name,
    dailyPrice: product.price,
    photoPackPrice: product.photoPackPrice,
    photoPackQuantity: product.photoPackQuantity,
  }
}

async function withImages(rows: Product[]): Promise<ProductWithImage[]> {
  const images = await imagesByUrl(rows.map(({ imageUrl }) => imageUrl))
  return rows.map((row) => ({ ...row, image: row.imageUrl === null ? null : (images.get(row.imageUrl) ?? null) }))
}

export function likeText(text: string): string {
  return text.replace(/[\\%_]/g, (character) => `\\${character}`)
}

/** True while nobody has put anything in the shop. */
export async function isEmptyShop(): Promise<boolean> {
  return (await db.select({ id: products.id }).from(products).limit(1)).length === 0
}

/** The features of a product, active or not: a booking may outlive its product's place in the catalogue. */
export async function productFeatures(productId: ProductId): Promise<string[]> {
  const [row] = await db.select({ features: products.features }).from(products).where(eq(products.id, productId))
  return row?.features ?? []
}

/** What the product's security deposit is today, in cents; a confirmed booking has its own (its agreement). */
export async function securityDepositOf(productId: ProductId): Promise<Cents> {
  const [row] = await db
    .select({ securityDeposit: products.securityDeposit })
    .from(products)
    .where(eq(products.id, productId))
  return row?.securityDeposit ?? 0
}

/** A product with its options as they are offered now, active or not: a booking may outlive its product's place in the catalogue. */
export async function productWithOffers(id: ProductId): Promise<ProductForRent | null> {
  const [product] = await withImages(await db.select().from(products).where(eq(products.id, id)))
  return product ? { ...product, offers: await offersOf(product.id) } : null
}
