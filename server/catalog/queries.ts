import { and, asc, desc, eq, isNull, sql } from "drizzle-orm"
import { type ProductId, isId } from "../../domain/id.ts"
import type { Stock } from "../../domain/availability/units.ts"
import type { Cents } from "../../domain/money.ts"
import type { OptionOffer } from "../../domain/pricing/options.ts"
import type { ProductTariff } from "../../domain/pricing/price.ts"
import { db } from "../database.server.ts"
import { prepared, preparedSql } from "../database/prepared.ts"
import { type ImageRow, imagesByUrl } from "../images/queries.ts"
import { productOptions, products } from "../schema/catalogue.ts"

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

const isOffered = and(eq(products.isActive, true), isNull(products.archivedAt))
const wanted = sql`${sql.placeholder("wanted")}::text`

const productsOffered = prepared((executor) =>
  executor
    .select()
    .from(products)
    .where(
      sql`${isOffered} and (${wanted} = ''
        or unaccent(lower(${products.name} || ' ' || ${products.description})) like '%' || unaccent(lower(${wanted})) || '%')`,
    )
    .orderBy(asc(products.order), desc(products.createdAt), asc(products.name))
    .prepare("products_offered"),
)

/** Active products, newest first (specification, section 2) unless the owner has ordered them. `matching` narrows by name or description (D21). */
export async function activeProducts(matching = ""): Promise<ProductWithImage[]> {
  return withImages(await productsOffered(db).execute({ wanted: likeText(matching.trim()) }))
}

/** Of every product offered, what tells when it can be rented: few columns, because a large shop has a thousand. */
const rentableOffered = preparedSql<Rentable>(
  "rentable_products",
  (given) => sql`
    select id, stock, preparation_days_before as "preparationDaysBefore", preparation_days_after as "preparationDaysAfter",
      minimum_notice_days as "minimumNoticeDays", furthest_days as "furthestDays"
    from products
    where is_active and archived_at is null and (${given("wanted")}::text = ''
      or unaccent(lower(name || ' ' || description)) like '%' || unaccent(lower(${given("wanted")}::text)) || '%')
    order by "order", created_at desc, name, id`,
)

/** Active products in the order of `activeProducts`, without what is only shown. */
export async function rentableProducts(matching = ""): Promise<Rentable[]> {
  return (await rentableOffered(db).execute({ wanted: likeText(matching.trim()) })).rows
}

const productsById = prepared((executor) =>
  executor
    .select()
    .from(products)
    .where(and(sql`${products.id} = any(${sql.placeholder("ids")}::uuid[])`, isOffered))
    .prepare("products_by_id"),
)

/** Those of these products that are offered, in this order, as they are shown. */
export async function offeredProducts(ids: readonly ProductId[]): Promise<ProductWithImage[]> {
  const rows = new Map((await productsById(db).execute({ ids })).map((row) => [row.id, row]))
  return withImages(ids.flatMap((id) => rows.get(id) ?? []))
}

/** How many products the catalogue has. */
export async function countOffered(): Promise<number> {
  return db.$count(products, isOffered)
}

/** A product among those that one chooses from. */
export type ProductChoice = Pick<Product, "id" | "name" | "isActive" | "archivedAt" | "stock">

/** Every product that is not archived, to choose from in the back office, by name. */
export async function allProducts(): Promise<ProductChoice[]> {
  const { id, name, isActive, archivedAt, stock } = products
  return db
    .select({ id, name, isActive, archivedAt, stock })
    .from(products)
    .where(isNull(archivedAt))
    .orderBy(asc(name))
}

/** More than these are no choice: one looks for a name. */
const MAX_CHOICES = 100

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

const productOffered = prepared((executor) =>
  executor
    .select()
    .from(products)
    .where(and(eq(products.id, sql.placeholder("id")), isOffered))
    .prepare("product_offered"),
)

export async function activeProduct(id: string): Promise<ProductWithImage | null> {
  if (!isId(id)) return null
  return (await withImages(await productOffered(db).execute({ id })))[0] ?? null
}

const optionsOfProduct = prepared((executor) =>
  executor
    .select()
    .from(productOptions)
    .where(eq(productOptions.productId, sql.placeholder("productId")))
    .orderBy(asc(productOptions.order), asc(productOptions.createdAt), asc(productOptions.id))
    .prepare("options_of_product"),
)

/** Options and sub-options in the owner's order, options first. */
async function offersOf(productId: ProductId): Promise<ProductOption[]> {
  const rows = await optionsOfProduct(db).execute({ productId })
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

function likeText(text: string): string {
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
