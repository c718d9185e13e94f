import { storeIllustration } from "../server/images/store-image.ts"
import { placedDrawings } from "./drawings.ts"

/** Puts the illustrations of the catalogue through the picture pipeline, as real rasters; answers their addresses by file name. */
export async function storePictures(): Promise<Map<string, string>> {
  const stored = (await placedDrawings()).map(
    async ({ name, file, place }) => [name, (await storeIllustration(file, place)).url] as const,
  )
  return new Map(await Promise.all(stored))
}
