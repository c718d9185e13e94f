/** All the photos that packs come to: a pack is counted for each day of the rental (D3, D5). */
function photosInAll({ packs, perPack, days }: { packs: number; perPack: number; days: number }): number {
  return packs * perPack * days
}

/** "72 photos en tout" */
export function photosLabel(of: { packs: number; perPack: number; days: number }): string {
  return `${count(photosInAll(of))} en tout`
}

/** What a rental comes with on paper; null while the owner has not said. */
export function includedPhotosLabel(included: number | null): string | null {
  if (included === null) return null
  if (included === 0) return "Sans photo imprimée\u00a0: elles se prennent en packs"
  return included === 1 ? "1 photo imprimée comprise" : `${included.toLocaleString("fr-FR")} photos imprimées comprises`
}

/**
 * How many packs give every guest a printed photo, beside those that are included. 0 where these are enough; null for a
 * number of guests that makes no sense.
 */
export function packsForGuests({
  guests,
  included,
  perPack,
  days,
}: {
  guests: number
  included: number | null
  perPack: number
  days: number
}): number | null {
  if (!Number.isSafeInteger(guests) || guests < 1 || guests > 10_000) return null
  return Math.ceil(Math.max(0, guests - (included ?? 0)) / (perPack * Math.max(1, days)))
}

function count(photos: number): string {
  return `${photos.toLocaleString("fr-FR")} ${photos > 1 ? "photos" : "photo"}`
}
