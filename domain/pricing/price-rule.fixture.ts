import type { DayRule, LeadTimeRule, SeasonRule } from "./price-rule.ts"

const terms = {
  id: "00000000-0000-4000-8000-0000000000f1" as const,
  name: "Règle",
  unit: "percent" as const,
  value: 10,
  targets: null,
  priority: 0,
  createdAt: "2027-01-01T00:00:00Z",
}

/** June to September of each year. */
export function seasonRule(values: Partial<SeasonRule> = {}): SeasonRule {
  return {
    ...terms,
    kind: "season",
    from: "2027-06-01",
    to: "2027-09-30",
    isYearly: true,
    minimumDays: null,
    ...values,
  }
}

export function dayRule(values: Partial<DayRule> = {}): DayRule {
  return { ...terms, kind: "day", weekdays: [], onHolidays: false, ...values }
}

export function leadTimeRule(values: Partial<LeadTimeRule> = {}): LeadTimeRule {
  return { ...terms, kind: "lead-time", atLeast: null, atMost: null, ...values }
}
