import type { Leg } from "./route.ts"

/** A telephone sends so many photographs at a time, and a document of more is nobody's to read. */
export const MAX_REPORT_PHOTOS = 8
/** No side of a photograph in the document is longer, in pixels. */
export const REPORT_PHOTO_SIDE = 1600
export const MAX_REPORT_REMARKS = 2000

export const reportLabels: Readonly<Record<Leg, string>> = {
  out: "État des lieux de départ",
  back: "État des lieux de retour",
}
