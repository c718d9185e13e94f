const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NO_BREAK_SPACE = "\u00a0"

export function agoLabel(at: Date, now: Date): string {
  const elapsed = now.getTime() - at.getTime()
  if (elapsed < MINUTE) return "à l’instant"
  const [count, unit] =
    elapsed < HOUR
      ? [elapsed / MINUTE, "min"]
      : elapsed < 48 * HOUR
        ? [elapsed / HOUR, "h"]
        : [elapsed / (24 * HOUR), "jours"]
  return `il y a ${Math.floor(count)}${NO_BREAK_SPACE}${unit}`
}

export function untilLabel(at: Date, now: Date): string {
  const remaining = at.getTime() - now.getTime()
  if (remaining <= 0) return "dépassé"
  const [count, unit] =
    remaining < HOUR
      ? [Math.max(1, remaining / MINUTE), "min"]
      : remaining < 48 * HOUR
        ? [remaining / HOUR, "h"]
        : [remaining / (24 * HOUR), "jours"]
  return `dans ${Math.floor(count)}${NO_BREAK_SPACE}${unit}`
}
