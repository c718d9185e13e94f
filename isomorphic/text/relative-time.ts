const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NO_BREAK_SPACE = "\u00a0"

/** How long ago, in the unit that an owner counts waiting in: minutes, hours up to two days, then days. */
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

/** How long until then, in the unit that an owner counts a deadline in; "dépassé" once it has passed. */
export function untilLabel(at: Date, now: Date): string {
  const left = at.getTime() - now.getTime()
  if (left <= 0) return "dépassé"
  const [count, unit] =
    left < HOUR
      ? [Math.max(1, left / MINUTE), "min"]
      : left < 48 * HOUR
        ? [left / HOUR, "h"]
        : [left / (24 * HOUR), "jours"]
  return `dans ${Math.floor(count)}${NO_BREAK_SPACE}${unit}`
}
