import { RRuleTemporal } from "rrule-temporal"

export type Rule = {
  parts: string
  count: number | null
  until: string | null
}

const list = (item: string) => new RegExp(`^${item}(?:,${item})*$`)
const number = (digits: number) => `[+-]?0*[1-9]\\d{0,${digits - 1}}`
const forms: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  INTERVAL: /^0*[1-9]\d{0,5}$/,
  BYSECOND: list("[0-5]?\\d"),
  BYMINUTE: list("[0-5]?\\d"),
  BYHOUR: list("(?:[01]?\\d|2[0-3])"),
  BYDAY: list("(?:[+-]?[1-9]\\d?)?(?:MO|TU|WE|TH|FR|SA|SU)"),
  BYMONTHDAY: list("[+-]?0?(?:[1-9]|[12]\\d|3[01])"),
  BYYEARDAY: list(number(3)),
  BYWEEKNO: list("[+-]?0?(?:[1-9]|[1-4]\\d|5[0-3])"),
  BYMONTH: list("0?(?:[1-9]|1[0-2])"),
  BYSETPOS: list(number(3)),
  WKST: /^(?:MO|TU|WE|TH|FR|SA|SU)$/,
  RSCALE: /^GREGORIAN$/,
  SKIP: /^OMIT$/,
}

const impliedParts = new Set(["RSCALE", "SKIP"])

/** null when any part is invalid: dropping it would take other days. */
export function readRule(text: string): Rule | null {
  const parts = new Map<string, string>()
  for (const part of text.toUpperCase().split(";")) {
    const [name = "", value = "", ...more] = part.split("=")
    if (value === "" && more.length === 0) continue
    const isValid = name === "COUNT" || name === "UNTIL" || forms[name]?.test(value)
    const isVendorPart = name.startsWith("X-")
    if (more.length > 0 || parts.has(name) || !(isValid || isVendorPart)) return null
    if (!isVendorPart && !impliedParts.has(name)) parts.set(name, value)
  }
  const [count, until] = [parts.get("COUNT") ?? null, parts.get("UNTIL") ?? null]
  if (!parts.has("FREQ") || (count !== null && !/^0*[1-9]\d{0,5}$/.test(count))) return null
  parts.delete("COUNT")
  parts.delete("UNTIL")
  const checked = [...parts].map(([name, value]) => `${name}=${value}`).join(";")
  return { parts: checked, count: count === null ? null : Number(count), until }
}

type Repetition = {
  rule: Rule
  start: number
  until: number | null
  from: number
  to: number
}

const MAX_ITERATIONS = 20_000
const MAX_CANDIDATES = 100_000

/** Throws when the rule needs too many steps. */
export function listRepetitions({ rule, start, until, from, to }: Repetition): number[] {
  const stamp = (wall: number) => `${new Date(wall).toISOString().slice(0, 19).replace(/[-:]/g, "")}Z`
  const last = Math.min(until ?? to, to)
  if (last < from || last < start) return []
  const end =
    rule.count === null ? (until === null || until > to ? "" : `;UNTIL=${stamp(until)}`) : `;COUNT=${rule.count}`
  const occurrences = new RRuleTemporal({
    rruleString: `DTSTART:${stamp(start)}\nRRULE:${rule.parts}${end}`,
    maxIterations: MAX_ITERATIONS,
    maxCandidateEvaluations: MAX_CANDIDATES,
  }).between(new Date(Math.max(from, start)), new Date(last), true)
  return occurrences.map(({ epochMilliseconds }) => epochMilliseconds)
}
