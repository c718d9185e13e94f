import { leadHref } from "../lead-href.ts"
import { mailKinds } from "../mails-url.ts"
import { href } from "react-router"
import { isDay } from "../../../../domain/day.ts"
import { dayMedium } from "../../../../domain/day-labels.ts"
import type { Action, SubjectKind } from "../../../../domain/journal/acts.ts"

export const matters = {
  reservations: "Réservations",
  disponibilites: "Disponibilités",
  produits: "Produits, formules, options, règles de prix et notices",
  contenu: "Pages du site",
  textes: "Textes légaux et contrats",
  messages: "Messages et nouveautés",
  utilisateurs: "Utilisateurs",
  finances: "Finances",
} as const
export type Matter = keyof typeof matters

type NounOf<Name extends string> = Name extends `${infer Noun}.${string}` ? Noun : never

const mattersByNoun: Readonly<Record<NounOf<Action>, Matter>> = {
  booking: "reservations",
  route: "reservations",
  quote: "reservations",
  availability: "disponibilites",
  product: "produits",
  unit: "produits",
  option: "produits",
  plan: "produits",
  rule: "produits",
  "promo-code": "produits",
  manual: "produits",
  site: "contenu",
  page: "contenu",
  carousel: "contenu",
  faq: "contenu",
  testimonial: "contenu",
  legal: "textes",
  contract: "textes",
  contact: "messages",
  lead: "messages",
  newsletter: "messages",
  mail: "messages",
  person: "utilisateurs",
  customer: "utilisateurs",
  sharing: "utilisateurs",
  rights: "utilisateurs",
  invoice: "finances",
  finance: "finances",
  zone: "finances",
  bank: "finances",
  takings: "finances",
}

/** Prefixes of action names: "booking". */
export function actionNouns(matter: Matter): string[] {
  return Object.entries(mattersByNoun).flatMap(([noun, each]) => (each === matter ? [noun] : []))
}

type SubjectPage = {
  /** null without a page. */
  href: ((id: string) => string) | null
  /** The page disappears with its row. */
  hasRow?: true
}

const subjectPages: Readonly<Record<SubjectKind, SubjectPage>> = {
  // The booking page redirects an id to its number.
  booking: { href: (id) => href("/admin/bookings/:number", { number: id }), hasRow: true },
  // The page of a quote redirects an id to its number.
  quote: { href: (id) => href("/admin/devis/:number", { number: id }), hasRow: true },
  product: { href: (id) => href("/admin/products/:id", { id }), hasRow: true },
  catalogue: { href: null },
  route: { href: (day) => href("/admin/bookings/jour/:day?", { day }) },
  option: { href: () => href("/admin/options"), hasRow: true },
  "rate-plan": { href: null },
  "price-rule": { href: (id) => `${href("/admin/regles-de-prix")}?regle=${id}`, hasRow: true },
  "promo-code": { href: (id) => href("/admin/codes-promo/:code", { code: id }) },
  manual: { href: (id) => `${href("/admin/manuals")}?produit=${id}`, hasRow: true },
  person: { href: (id) => href("/admin/users/:id", { id }), hasRow: true },
  profile: { href: (id) => href("/admin/users/:id", { id }), hasRow: true },
  "rights-request": { href: () => href("/admin/droits") },
  "faq-entry": { href: (id) => `${href("/admin/faq")}?entree=${id}`, hasRow: true },
  testimonial: { href: (id) => `${href("/admin/testimonials")}?entree=${id}`, hasRow: true },
  "legal-text": { href: (id) => href("/admin/legal/:page", { page: id }) },
  "contract-template": { href: () => href("/admin/contracts/modele") },
  "contact-message": { href: (id) => `${href("/admin/messages")}?message=${id}`, hasRow: true },
  lead: { href: leadHref, hasRow: true },
  "newsletter-subscription": { href: null },
  mail: { href: (id) => `${href("/admin/mails")}?courriel=${id}` },
  "mail-template": { href: (id) => href("/admin/mails/modeles/:template", { template: id }) },
  export: { href: null },
  "site-config": { href: () => href("/admin/site-config") },
  page: { href: (id) => `/admin/${id}` },
  "carousel-image": { href: () => href("/admin/services") },
  "finance-settings": { href: () => href("/admin/finance") },
  "delivery-zone": { href: (id) => `${href("/admin/zones-de-livraison")}?zone=${id}`, hasRow: true },
  "bank-statement": { href: () => href("/admin/finance/releves") },
  "bank-line": { href: (id) => href("/admin/finance/releves/ligne/:id", { id }) },
  "sign-in-settings": { href: () => `${href("/admin/users")}#connexion` },
}

/** null without a page or when deleted. */
export function subjectHref(kind: SubjectKind, id: string, exists: boolean): string | null {
  const { href, hasRow } = subjectPages[kind]
  return href && (exists || !hasRow) ? href(id) : null
}

const fixedLabels: Readonly<Record<string, string>> = {
  "page:about": "À propos",
  "page:services": "Services",
  "site-config:1": "Configuration du site",
  "finance-settings:1": "Finances",
  "sign-in-settings:1": "Connexion des administrateurs",
}

export function subjectText(kind: string, id: string): string | null {
  if (kind === "route" && isDay(id)) return dayMedium(id)
  if (kind === "mail-template" && Object.hasOwn(mailKinds, id)) return mailKinds[id as keyof typeof mailKinds]
  return fixedLabels[`${kind}:${id}`] ?? null
}
