import type { Day } from "../day.ts"

/** A yearly one may span New Year. */
export type Season = { from: Day; to: Day; isYearly: boolean }

/** A year after 29 February is 28 February, in the database too. */
export function isShorterThanYear({ from, to }: Pick<Season, "from" | "to">): boolean {
  return to < `${Number(from.slice(0, 4)) + 1}${from.slice(4).replace("-02-29", "-02-28")}`
}

/** Rentals by the day that begin in it (D64). */
export type SeasonMinimum = Season & { name: string; minimumDays: number }

export function isInSeason({ from, to, isYearly }: Season, day: Day): boolean {
  if (!isYearly) return from <= day && day <= to
  const [start, end, date] = [from, to, day].map((each) => each.slice(5)) as [string, string, string]
  return start <= end ? start <= date && date <= end : date >= start || date <= end
}

/** The longest of those in which a rental begins. */
export function seasonMinimum(seasons: readonly SeasonMinimum[], first: Day): SeasonMinimum | null {
  const within = seasons.filter((season) => isInSeason(season, first))
  return within.toSorted((one, other) => other.minimumDays - one.minimumDays)[0] ?? null
}
