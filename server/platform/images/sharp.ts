import sharp from "sharp"
import { limitConcurrency } from "../limit-concurrency.ts"

sharp.concurrency(1)
// Every upload is another picture: a cache would only hold memory.
sharp.cache(false)
// Decoders for whatever else somebody may send (PDF, TIFF, Magick's hundred formats) cannot be reached at all.
// SVG stays for our own drawings; uploads are kept from it by their first bytes.
sharp.block({ operation: ["VipsForeignLoad"] })
sharp.unblock({
  operation: [
    "VipsForeignLoadJpeg",
    "VipsForeignLoadPng",
    "VipsForeignLoadNsgif",
    "VipsForeignLoadWebp",
    "VipsForeignLoadHeif",
    "VipsForeignLoadSvg",
  ],
})

export { sharp }

/**
 * Whatever decodes, resizes or encodes does it in here: two threads at most, of the four on which Node also reads files
 * and resolves names, so that pages are served meanwhile.
 */
export const inTwoThreads = limitConcurrency(2)
