import { eq } from "drizzle-orm"
import { isId } from "../../../domain/id.ts"
import { db } from "../../platform/database.server.ts"
import { type ImageRow, findImagesByUrl } from "../../platform/images/queries.ts"
import { productManuals, products } from "../../platform/schema/catalog.ts"

type ManualSection = { title: string; content: string; image: ImageRow | null; imageAlt: string }

export type Manual = {
  product: Pick<typeof products.$inferSelect, "id" | "name" | "description" | "features" | "imageAlt" | "manualUrl"> & {
    image: ImageRow | null
  }
  sections: ManualSection[]
}

/** Includes inactive products, which may be out. */
export async function readManual(productId: string): Promise<Manual | null> {
  if (!isId(productId)) return null
  const { id, name, description, features, imageAlt, imageUrl, manualUrl } = products
  const [row] = await db
    .select({ id, name, description, features, imageAlt, imageUrl, manualUrl, content: productManuals.content })
    .from(products)
    .leftJoin(productManuals, eq(productManuals.productId, products.id))
    .where(eq(products.id, productId))
  if (!row) return null
  const { content, imageUrl: picture, ...product } = row
  const sections = content?.sections ?? []
  const images = await findImagesByUrl([picture, ...sections.map(({ image_url }) => image_url)])
  const imageOf = (url: string | null | undefined) => (url ? (images.get(url) ?? null) : null)
  return {
    product: { ...product, image: imageOf(picture) },
    sections: sections.map(({ title, content, image_url, image_alt = "" }) => ({
      title,
      content,
      image: imageOf(image_url),
      imageAlt: image_alt,
    })),
  }
}

export async function hasManualPage(productId: string): Promise<boolean> {
  if (!isId(productId)) return false
  return (await db.select({ id: products.id }).from(products).where(eq(products.id, productId))).length > 0
}
