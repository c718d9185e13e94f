import type { BackOfficeRole, StaffRole } from "../accounts/staff-roles.ts"
import type { Action } from "./acts.ts"

/** "own" is "change" on the person's own stops only. */
type Access = "change" | "own" | "read" | "none"

type Area = Readonly<Record<StaffRole, Access>> & {
  /** Below /admin. Each covers what lies below it; the longest one decides. */
  paths: readonly string[]
  /** A noun covers its acts, unless a row names one of them whole. */
  acts: readonly (Action | Noun)[]
}
type Noun = Action extends infer Name ? (Name extends `${infer First}.${string}` ? First : never) : never

const nobody = { manager: "none", crew: "none", accountant: "none" } as const
const managers = { manager: "change", crew: "none", accountant: "none" } as const
const crews = { manager: "change", crew: "own", accountant: "none" } as const
const accountants = { manager: "change", crew: "none", accountant: "read" } as const
const everybody = { manager: "change", crew: "read", accountant: "read" } as const

/** D72. Administrators may do everything; what is not in this table is theirs alone. */
const areas: readonly Area[] = [
  { ...everybody, paths: ["aide"], acts: ["person.feed-made", "person.feed-revoked"] },
  {
    ...managers,
    paths: ["aujourdhui", "reglages", "recherche", "annuler", "statistiques"],
    acts: [],
  },
  { ...managers, paths: ["journal"], acts: [] },
  { ...nobody, paths: ["journal/effacements"], acts: [] },
  {
    ...managers,
    paths: ["bookings", "bookings.csv", "contracts", "availability"],
    acts: ["booking", "availability", "route", "person.days-off-added", "person.days-off-removed", "person.cost-saved"],
  },
  { ...nobody, paths: ["contracts/modele"], acts: [] },
  {
    ...crews,
    paths: [
      "bookings/jour",
      "bookings/:id/fiche",
      "bookings/:number/etat-des-lieux",
      "bookings/:number/etats-des-lieux",
      "missions",
      "missions.csv",
    ],
    acts: ["booking.condition-reported", "booking.shift-answered", "booking.stop-marked", "booking.stop-unmarked"],
  },
  {
    ...managers,
    paths: ["devis", "demandes", "messages", "mails", "newsletter"],
    acts: ["quote", "lead", "contact", "newsletter", "mail"],
  },
  {
    ...nobody,
    paths: ["mails/modeles"],
    acts: ["mail.sentences-saved", "mail.sentences-reset"],
  },
  {
    ...managers,
    paths: [
      "products",
      "options",
      "regles-de-prix",
      "codes-promo",
      "zones-de-livraison",
      "manuals",
      "finance/simulateur",
    ],
    acts: ["product", "unit", "option", "plan", "rule", "promo-code", "zone", "manual"],
  },
  {
    ...managers,
    paths: ["about", "services", "faq", "testimonials", "apercu"],
    acts: ["page", "faq", "testimonial"],
  },
  { ...managers, paths: ["users"], acts: ["customer"] },
  {
    ...accountants,
    paths: [
      "finance/revenus",
      "finance/revenus.csv",
      "finance/factures",
      "finance/factures.csv",
      "finance/factures.txt",
      "finance/factures.zip",
      "finance/encaissements",
      "finance/encaissements.zip",
    ],
    acts: ["finance.exported", "invoice.exported", "takings.exported"],
  },
  { ...managers, paths: ["finance/releves"], acts: ["bank"] },
]

/** Takes a pattern or an address of the back office: a parameter stands for any segment. */
export function accessTo(role: BackOfficeRole, path: string): Access {
  if (role === "admin") return "change"
  const segments = path.split("/").slice(2)
  const matches = areas.flatMap((area) =>
    area.paths
      .map((areaPath) => areaPath.split("/"))
      .filter((areaSegments) => covers(areaSegments, segments))
      .map(({ length }) => ({ access: area[role], length })),
  )
  return matches.toSorted((one, other) => other.length - one.length)[0]?.access ?? "none"
}

function covers(area: readonly string[], path: readonly string[]): boolean {
  return area.every((segment, index) => segment === path[index] || (segment.startsWith(":") && index < path.length))
}

export function mayOpen(role: BackOfficeRole, pattern: string, isAct = false): boolean {
  const access = accessTo(role, pattern)
  return access === "change" || access === "own" || (access === "read" && !isAct)
}

/** The verb asks when it records its act, inside its transaction. Reading roles record only what they export. */
export function mayRecord(role: BackOfficeRole, action: Action): boolean {
  if (role === "admin") return true
  const noun = action.split(".")[0]
  const deciding =
    areas.find(({ acts }) => acts.includes(action)) ?? areas.find(({ acts }) => acts.some((act) => act === noun))
  return deciding !== undefined && deciding[role] !== "none"
}
