import { inArray } from "drizzle-orm"
import { type Executor, db } from "../database.server.ts"
import { images } from "../schema/content.ts"
import { fileUrl, sizePath } from "./names.ts"
import { fallbackExtension, fallbackWidth } from "./sizes.ts"

export type ImageRow = typeof images.$inferSelect

/** A picture's words; `imageAlt` stands in its place, or the caption does. */
export type PictureText = { caption: string; imageAlt: string }

/** The pictures behind these addresses, by address; null and unknown ones are left out. */
export async function imagesByUrl(
  urls: readonly (string | null | undefined)[],
  executor: Executor = db,
): Promise<Map<string, ImageRow>> {
  const wanted = [...new Set(urls)].filter((url) => typeof url === "string")
  if (wanted.length === 0) return new Map()
  const rows = await executor.select().from(images).where(inArray(images.url, wanted))
  return new Map(rows.map((row) => [row.url, row]))
}

/** What a page needs to show a picture at any width. */
export type Picture = {
  /** Best format first. */
  sources: { type: string; srcSet: string }[]
  /** For what knows none of them: JPEG or PNG, at most 1120 pixels wide. */
  src: string
  width: number
  height: number
  placeholder: string
  alt: string
}

export type PictureRow = Pick<ImageRow, "bucket" | "path" | "mimetype" | "width" | "height" | "widths" | "placeholder">

/** The same picture as a page shows it; null stays null. */
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
