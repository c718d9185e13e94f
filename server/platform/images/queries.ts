import { inArray } from "drizzle-orm"
import { type Executor, db } from "../database.server.ts"
import { images } from "../schema/content.ts"
import { fileUrl, sizePath } from "./names.ts"
import { fallbackExtension, fallbackWidth } from "./sizes.ts"

export type ImageRow = typeof images.$inferSelect

export type PictureText = { caption: string; imageAlt: string }

export async function findImagesByUrl(
  urls: readonly (string | null | undefined)[],
  executor: Executor = db,
): Promise<Map<string, ImageRow>> {
  const requested = [...new Set(urls)].filter((url) => typeof url === "string")
  if (requested.length === 0) return new Map()
  const rows = await executor.select().from(images).where(inArray(images.url, requested))
  return new Map(rows.map((row) => [row.url, row]))
}

export type Picture = {
  sources: { type: string; srcSet: string }[]
  src: string
  width: number
  height: number
  placeholder: string
  alt: string
}

type PictureRow = Pick<ImageRow, "bucket" | "path" | "mimetype" | "width" | "height" | "widths" | "placeholder">

export function pictureOf(image: PictureRow, alt: string): Picture
export function pictureOf(image: PictureRow | null, alt: string): Picture | null
export function pictureOf(image: PictureRow | null, alt: string): Picture | null {
  if (!image) return null
  const { bucket, path, mimetype, width, height, widths, placeholder } = image
  const urlOf = (size: number, extension: string) => fileUrl(bucket, sizePath(path, size, extension))
  const srcSet = (extension: string) => widths.map((size) => `${urlOf(size, extension)} ${size}w`).join(", ")
  return {
    sources: [
      { type: "image/avif", srcSet: srcSet("avif") },
      { type: "image/webp", srcSet: srcSet("webp") },
    ],
    src: urlOf(fallbackWidth(widths), fallbackExtension(mimetype)),
    width,
    height,
    placeholder,
    alt,
  }
}
