import { eq } from "drizzle-orm"
import type { OptionId, ProductId } from "../domain/id.ts"
import { db } from "../server/platform/database.server.ts"
import { bundleParts, productManuals, productOptions, products, ratePlans } from "../server/platform/schema/catalog.ts"
import type { PlanChoice } from "../domain/pricing/rate-plan.ts"
import type { SeedPlan, SeedProduct } from "./catalogue-types.ts"
import { catalogue } from "./catalog.ts"
import { daysBefore } from "./days-before.ts"

/** `plan` is that of its examples; null for days at the daily price. */
export type SeededProduct = { id: ProductId; optionIds: Map<string, OptionId>; plan: PlanChoice | null }

export async function insertProducts(
  pictures: ReadonlyMap<string, string>,
  at: Date,
): Promise<Map<string, SeededProduct>> {
  const seeded = new Map<string, SeededProduct>()
  const storing: Storing = { seeded, pictures, at }
  for (const product of [...catalogue.accessories, ...catalogue.products, ...catalogue.bundles])
    seeded.set(product.slug, await insertProduct(product, storing))
  return seeded
}

type Storing = { seeded: ReadonlyMap<string, SeededProduct>; pictures: ReadonlyMap<string, string>; at: Date }

async function insertProduct(seed: SeedProduct, storing: Storing): Promise<SeededProduct> {
  const { pictures, at } = storing
  const { slug: _slug, parts = [], picture, manual, options, plans = [], createdDaysAgo, features, ...columns } = seed
  const [product] = await db
    .insert(products)
    .values({
      ...columns,
      features: [...features],
      imageUrl: pictures.get(picture.file) ?? null,
      imageAlt: picture.alt,
      createdAt: daysBefore(at, createdDaysAgo),
    })
    .returning({ id: products.id })
  if (!product) throw new Error(`${seed.name} was not stored`)
  for (const [order, part] of parts.entries())
    await db.insert(bundleParts).values({ bundleId: product.id, partId: requireSeeded(storing, part), order })
  const examplePlan = await insertPlans(product.id, plans)
  if (manual.length > 0) {
    const sections = manual.map((section) => ({
      title: section.title,
      content: section.content,
      image_url: section.picture && (pictures.get(section.picture.file) ?? null),
      image_alt: section.picture?.alt ?? "",
    }))
    await db.insert(productManuals).values({ productId: product.id, content: { sections } })
    await db
      .update(products)
      .set({ manualUrl: `/manual/${product.id}` })
      .where(eq(products.id, product.id))
  }
  return { id: product.id, plan: examplePlan, optionIds: await insertOptions(product.id, options, storing) }
}

async function insertPlans(productId: ProductId, plans: readonly SeedPlan[]): Promise<PlanChoice | null> {
  const rows = []
  for (const [order, plan] of plans.entries())
    rows.push(
      ...(await db
        .insert(ratePlans)
        .values({ ...plan, productId, order })
        .returning()),
    )
  const isSoldByDay = rows.every(({ kind, isActive }) => kind !== "day" || isActive)
  const hours = rows.find(({ kind }) => kind === "hours")
  return isSoldByDay || !hours ? null : { id: hours.id, startTime: "19:00", extraHours: 0 }
}

function requireSeeded({ seeded }: Storing, slug: string): ProductId {
  const product = seeded.get(slug)
  if (!product) throw new Error(`${slug} is not in the shop yet`)
  return product.id
}

async function insertOptions(productId: ProductId, options: SeedProduct["options"], storing: Storing) {
  const ids = new Map<string, OptionId>()
  for (const [order, { picture, subOptions, accessory, ...option }] of options.entries()) {
    const imageUrl = picture && (storing.pictures.get(picture.file) ?? null)
    const accessoryId = accessory === undefined ? null : requireSeeded(storing, accessory)
    const [top] = await db
      .insert(productOptions)
      .values({ ...option, productId, order, imageUrl, accessoryId })
      .returning({ id: productOptions.id })
    if (!top) throw new Error(`${option.name} was not stored`)
    ids.set(option.name, top.id)
    for (const [subOrder, sub] of subOptions.entries()) {
      const [child] = await db
        .insert(productOptions)
        .values({ ...sub, productId, parentOptionId: top.id, order: subOrder })
        .returning({ id: productOptions.id })
      if (child) ids.set(`${option.name}/${sub.name}`, child.id)
    }
  }
  return ids
}
