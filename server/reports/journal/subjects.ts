import { promoCodes } from "../../platform/schema/promo-codes.ts"
import { eq, inArray, sql } from "drizzle-orm"
import { type Id, type QuoteId, isId } from "../../../domain/id.ts"
import type { SubjectKind } from "../../../domain/journal/acts.ts"
import { db } from "../../platform/database.server.ts"
import { profiles, rightsRequests } from "../../platform/schema/accounts.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import { productOptions, products, ratePlans } from "../../platform/schema/catalog.ts"
import { deliveryZones, priceRules } from "../../platform/schema/pricing.ts"
import { contactMessages, faqEntries, testimonials } from "../../platform/schema/content.ts"
import { quotes } from "../../platform/schema/quotes.ts"
import { leads } from "../../platform/schema/leads.ts"
import { parseRemovedRows } from "../../platform/events/removal.ts"

export type SubjectLabel = { text: string; exists: boolean }

type Subject = { kind: string; id: string; details: Readonly<Record<string, unknown>> }
type NamedRow = { id: Id; text: string }

export async function readSubjectLabels(subjects: readonly Subject[]): Promise<Map<string, SubjectLabel>> {
  const labels = new Map<string, SubjectLabel>()
  for (const { kind, id, details } of subjects) {
    const text = recordedName(details)
    if (text !== null) labels.set(`${kind}:${id}`, { text, exists: false })
  }
  await Promise.all(
    Object.entries(readers).map(async ([kind, read]) => {
      const ids = [
        ...new Set(
          subjects
            .filter((subject) => subject.kind === kind)
            .map(({ id }) => id)
            .filter(isId),
        ),
      ]
      if (!read || ids.length === 0) return
      for (const { id, text } of await read(ids)) labels.set(`${kind}:${id}`, { text, exists: true })
    }),
  )
  return labels
}

const productNames = (ids: Id[]) =>
  db.select({ id: products.id, text: products.name }).from(products).where(inArray(products.id, ids))

const personNames = (ids: Id[]) =>
  db.select({ id: profiles.id, text: profiles.name }).from(profiles).where(inArray(profiles.id, ids))

const readers: Readonly<Record<SubjectKind, ((ids: Id[]) => Promise<NamedRow[]>) | null>> = {
  booking: async (ids) => {
    const rows = await db
      .select({ id: bookings.id, number: bookings.number, name: profiles.name })
      .from(bookings)
      .innerJoin(profiles, eq(profiles.id, bookings.userId))
      .where(inArray(bookings.id, ids))
    return rows.map(({ id, number, name }) => ({ id, text: `n°\u00a0${number}, ${name}` }))
  },
  quote: (ids) =>
    db
      .select({ id: quotes.id, text: quotes.number })
      .from(quotes)
      .where(inArray(quotes.id, ids as QuoteId[])),
  product: productNames,
  manual: productNames,
  option: (ids) =>
    db
      .select({ id: productOptions.id, text: productOptions.name })
      .from(productOptions)
      .where(inArray(productOptions.id, ids)),
  "rate-plan": (ids) =>
    db.select({ id: ratePlans.id, text: ratePlans.name }).from(ratePlans).where(inArray(ratePlans.id, ids)),
  "delivery-zone": (ids) =>
    db
      .select({ id: deliveryZones.id, text: deliveryZones.name })
      .from(deliveryZones)
      .where(inArray(deliveryZones.id, ids)),
  "price-rule": (ids) =>
    db.select({ id: priceRules.id, text: priceRules.name }).from(priceRules).where(inArray(priceRules.id, ids)),
  "promo-code": (ids) =>
    db.select({ id: promoCodes.id, text: promoCodes.code }).from(promoCodes).where(inArray(promoCodes.id, ids)),
  person: personNames,
  profile: personNames,
  "faq-entry": (ids) =>
    db.select({ id: faqEntries.id, text: faqEntries.question }).from(faqEntries).where(inArray(faqEntries.id, ids)),
  testimonial: (ids) =>
    db
      .select({ id: testimonials.id, text: testimonials.author })
      .from(testimonials)
      .where(inArray(testimonials.id, ids)),
  "contact-message": (ids) =>
    db
      .select({ id: contactMessages.id, text: contactMessages.name })
      .from(contactMessages)
      .where(inArray(contactMessages.id, ids)),
  "rights-request": async (ids: Id[]) => {
    const { id, number, name } = rightsRequests
    const rows = await db.select({ id, number, name }).from(rightsRequests).where(inArray(id, ids))
    return rows.map((row) => ({ id: row.id, text: `n°\u00a0${row.number}, ${row.name}` }))
  },
  lead: (ids) =>
    db
      .select({
        id: leads.id,
        text: sql<string>`coalesce(${contactMessages.name}, ${profiles.name}, nullif(${leads.name}, ''), 'une demande')`,
      })
      .from(leads)
      .leftJoin(contactMessages, eq(contactMessages.id, leads.messageId))
      .leftJoin(profiles, eq(profiles.id, leads.userId))
      .where(inArray(leads.id, ids)),
  catalogue: null,
  route: null,
  "mail-template": null,
  "sign-in-settings": null,
  "legal-text": null,
  "contract-template": null,
  "newsletter-subscription": null,
  mail: null,
  export: null,
  "site-config": null,
  page: null,
  "carousel-image": null,
  "finance-settings": null,
  "bank-statement": null,
  "bank-line": null,
}

/** Reversed, because children are removed before their parent. */
function recordedName(details: Readonly<Record<string, unknown>>): string | null {
  const rows = [
    details,
    ...parseRemovedRows(details)
      .toReversed()
      .map(({ row }) => row),
  ]
  for (const row of rows) {
    for (const name of ["name", "title", "question", "author", "caption"]) {
      const value = row[name]
      if (typeof value === "string" && value !== "") return value
    }
  }
  return null
}
