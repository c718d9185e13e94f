import { readdir } from "node:fs/promises"
import path from "node:path"
import { root } from "../server/environment.server.ts"
import type { Bucket, Folder } from "../server/images/names.ts"
import { storeIllustration } from "../server/images/store-image.ts"

const folder = path.join(root, "seed/illustrations")

/** Where a person would have uploaded the picture (specification, section 3). */
const places: readonly [prefix: string, place: { bucket: Bucket; folder?: Folder }][] = [
  ["hero-", { bucket: "public", folder: "hero-images" }],
  ["services-", { bucket: "services-page" }],
  ["atelier-", { bucket: "about-page" }],
  ["notice-", { bucket: "manuals" }],
  ["option-", { bucket: "products" }],
  ["photobooth-", { bucket: "products", folder: "products" }],
  ["temoin-", { bucket: "public" }],
]

/**
 * Puts the illustrations of the catalogue through the picture pipeline, as real rasters; answers their addresses by
 * file name. The others belong to the pages themselves (public/illustrations).
 */
export async function storePictures(): Promise<Map<string, string>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".svg"))
  const stored = await Promise.all(
    files.map(async (file) => {
      const place = places.find(([prefix]) => file.startsWith(prefix))?.[1]
      return place && ([file, (await storeIllustration(path.join(folder, file), place)).url] as const)
    }),
  )
  return new Map(stored.filter((entry) => entry !== undefined))
}
