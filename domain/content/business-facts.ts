export const defaultOpeningHours = { opens: "09:00", closes: "19:00" } as const

type OpeningHours = { opens: string; closes: string }

export function toOpeningHours({
  opensAt,
  closesAt,
}: {
  opensAt: string | null
  closesAt: string | null
}): OpeningHours | null {
  return opensAt !== null && closesAt !== null && opensAt < closesAt ? { opens: opensAt, closes: closesAt } : null
}

export const servedArea = { name: "Paris", latitude: 48.8566, longitude: 2.3522, radiusKm: 100 } as const

export const foundingYear = 2024

export const priceRange = "€€"
