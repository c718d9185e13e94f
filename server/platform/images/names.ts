import { randomBytes } from "node:crypto"

export const buckets = ["public", "manuals", "about-page", "services-page", "products"] as const
const folders = ["hero-images", "company-logos", "products"] as const
export type Bucket = (typeof buckets)[number]
export type Folder = (typeof folders)[number]

/** Unguessable, and free of the uploader's name. */
export function newPath(folder: Folder | undefined, extension: string): string {
  const name = `${Date.now()}-${randomBytes(8).toString("hex")}.${extension}`
  return folder ? `${folder}/${name}` : name
}

export function sizePath(original: string, width: number, extension: string): string {
  return `${original.replace(/\.[a-z]+$/, "")}/${width}.${extension}`
}

export function fileUrl(bucket: string, path: string): string {
  return `/files/${bucket}/${path}`
}

const servable = new RegExp(
  `^/files/(${buckets.join("|")})/((?:(?:${folders.join("|")})/)?\\d{13}-[0-9a-f]{16}` +
    `(?:\\.(?:png|jpg|gif|webp|avif|mp4|webm)|/[1-9]\\d{0,3}\\.(?:avif|webp|jpg|png)))$`,
)

/** null for any path that `newPath` and `sizePath` never produce. */
export function parseFileUrl(pathname: string): { bucket: string; path: string } | null {
  if (pathname.length > 200) return null
  const [, bucket, path] = servable.exec(pathname) ?? []
  return bucket && path ? { bucket, path } : null
}
