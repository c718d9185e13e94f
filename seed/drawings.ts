import { readdir } from "node:fs/promises"
import path from "node:path"
import { root } from "../server/platform/environment.server.ts"
import type { Bucket, Folder } from "../server/platform/images/names.ts"

const folder = path.join(root, "seed/illustrations")

const places: readonly [prefix: string, place: { bucket: Bucket; folder?: Folder }][] = [
  ["hero-", { bucket: "public", folder: "hero-images" }],
  ["services-", { bucket: "services-page" }],
  ["atelier-", { bucket: "about-page" }],
  ["notice-", { bucket: "manuals" }],
  ["option-", { bucket: "products" }],
  ["photobooth-", { bucket: "products", folder: "products" }],
  ["temoin-", { bucket: "public" }],
]

export async function placedDrawings() {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".svg"))
  return names.flatMap((name) => {
    const place = places.find(([prefix]) => name.startsWith(prefix))?.[1]
    return place ? [{ name, file: path.join(folder, name), place }] : []
  })
}
