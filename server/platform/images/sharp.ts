import sharp from "sharp"
import { limitConcurrency } from "../limit-concurrency.ts"

sharp.concurrency(1)
sharp.cache(false)
// Blocks decoders of all other formats. SVG is for our own drawings only.
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

/** Leaves two of Node's four threads for files and DNS. */
export const runImageWork = limitConcurrency(2)
