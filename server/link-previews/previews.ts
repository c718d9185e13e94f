import { houseTexts } from "../../domain/content/house-texts.ts"
import { readFile } from "node:fs/promises"
import path from "node:path"
import { formatPriceLabel } from "../../domain/money.ts"
import { activeProduct } from "../catalog/queries.ts"
import { readSite } from "../content/site.ts"
import { root } from "../environment.server.ts"
import { sizePath } from "../images/names.ts"
import type { ImageRow } from "../images/queries.ts"
import { fallbackExtension, fallbackWidth } from "../images/sizes.ts"
import { log } from "../log.ts"
import { storage } from "../storage/current.server.ts"
import { drawPreview } from "./draw-preview.ts"

/** What a preview is made of: two that are equal give the same picture. */
export type PreviewFacts = {
  companyName: string
  title: string
  note: string | null
  caption: string | null
  /** An object of the storage, or one of our own files; null for none. */
  picture: { bucket: string; path: string } | { file: string } | null
}

const heroFile = path.join("public", "illustrations", "hero-guinguette-1280.webp")
/** "Every product image carries the caption" (specification, section 2). */
const caption = "Photo non contractuelle"

/** The preview of a product in the catalogue, or null when there is none of that id. */
export async function productPreview(productId: string): Promise<PreviewFacts | null> {
  const [product, site] = await Promise.all([activeProduct(productId), readSite()])
  if (!product) return null
  return {
    companyName: site.companyName,
    title: product.name,
    note: `À partir de ${formatPriceLabel(product.price)}`,
    caption,
    picture: product.image && objectOf(product.image),
  }
}

/** The preview of every other page. */
export async function sitePreview(): Promise<PreviewFacts> {
  const site = await readSite()
  return {
    companyName: site.companyName,
    title: site.heroTitle ?? houseTexts.heroTitle,
    note: null,
    caption,
    picture: site.heroImage ? objectOf(site.heroImage) : { file: heroFile },
  }
}

/** A JPEG of 1200 × 630. A picture that cannot be read is left out: the words are what matters. */
export async function renderPreview({ picture, ...words }: PreviewFacts): Promise<Buffer> {
  return drawPreview({ ...words, picture: picture && (await bytesOf(picture)) })
}

function objectOf({ bucket, path: original, widths, mimetype }: ImageRow): PreviewFacts["picture"] {
  return { bucket, path: sizePath(original, fallbackWidth(widths), fallbackExtension(mimetype)) }
}

async function bytesOf(picture: NonNullable<PreviewFacts["picture"]>): Promise<Buffer | null> {
  try {
    if ("file" in picture) return await readFile(path.join(root, picture.file))
    const found = await (await storage()).get(picture.bucket, picture.path)
    return found && Buffer.from(await new Response(found.body).arrayBuffer())
  } catch (error) {
    log.warn("A link preview goes without its picture", { error })
    return null
  }
}
