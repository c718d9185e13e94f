import type { AcceptedImage } from "./accept.ts"
import { toPixels } from "./pixels.ts"
import { sharp } from "./sharp.ts"

const WIDTH = 1600
/** What an SVG's own unit of length means. */
const DOTS_PER_INCH = 72

/** Pixels of one of our own drawings, drawn at the width that is kept, not enlarged afterwards. */
export async function rasterise(svg: Buffer): Promise<AcceptedImage> {
  const { width } = await sharp(svg, { density: DOTS_PER_INCH }).metadata()
  const pixels = await toPixels(sharp(svg, { density: (DOTS_PER_INCH * WIDTH) / width }).resize({ width: WIDTH }))
  return { format: pixels.channels === 4 ? "png" : "jpeg", pixels }
}
