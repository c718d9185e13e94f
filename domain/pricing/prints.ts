function totalPhotos({ packs, perPack, days }: { packs: number; perPack: number; days: number }): number {
  return packs * perPack * days
}

export function photosLabel(photoPacks: { packs: number; perPack: number; days: number }): string {
  return `${countLabel(totalPhotos(photoPacks))} en tout`
}

export function includedPhotosLabel(included: number | null): string | null {
  if (included === null) return null
  if (included === 0) return "Tirages en option"
  return included === 1 ? "1 tirage inclus" : `${included.toLocaleString("fr-FR")} tirages inclus`
}

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

function countLabel(photos: number): string {
  return `${photos.toLocaleString("fr-FR")} ${photos > 1 ? "photos" : "photo"}`
}
