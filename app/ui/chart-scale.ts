export type Scale = { top: number; ticks: number[] }

/** `limit` is a value that none can pass. */
export function buildScale(values: readonly number[], { lines = 4, whole = false, limit = Infinity } = {}): Scale {
  const highest = Math.min(limit, Math.max(0, ...values.filter(Number.isFinite)))
  if (highest === 0) return { top: Number.isFinite(limit) ? limit : 1, ticks: [0] }
  const rough = highest / lines
  const power = 10 ** Math.floor(Math.log10(rough))
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough * (1 - 1e-9)) ?? 10
  const step = whole ? Math.max(1, Math.ceil(factor * power)) : factor * power
  const count = Math.max(1, Math.ceil(highest / step - 1e-9))
  // Multiplied, because 0.1 + 0.2 misses the line.
  const ticks = Array.from({ length: count + 1 }, (_, index) => Number((index * step).toPrecision(12)))
  return { top: ticks.at(-1) ?? step, ticks }
}
