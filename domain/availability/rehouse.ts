/** In milliseconds since 1970; `end` is excluded. */
export type Stay = { id: number; start: number; end: number }

export type UnitTime = { unit: number; start: number; end: number }

/** Each stay, in this order, takes the lowest of these units that is free throughout; null when none is. */
export function assignUnits<Each extends Stay>(
  stays: readonly Each[],
  units: readonly number[],
  occupied: readonly UnitTime[],
): { stay: Each; unit: number | null }[] {
  const taken = [...occupied]
  return stays.map((stay) => {
    const isFree = (unit: number) =>
      !taken.some((time) => time.unit === unit && time.start < stay.end && stay.start < time.end)
    const unit = units.find(isFree) ?? null
    if (unit !== null) taken.push({ unit, start: stay.start, end: stay.end })
    return { stay, unit }
  })
}
