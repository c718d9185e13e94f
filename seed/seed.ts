import type { Account } from "../domain/accounts/party.ts"
import { dayInParis } from "../domain/day.ts"
import { db } from "../server/platform/database.server.ts"
import { storeIllustration } from "../server/platform/images/store-image.ts"
import { log } from "../server/platform/log.ts"
import { toHomeColumns } from "../domain/booking/home.ts"
import { profiles } from "../server/platform/schema/accounts.ts"
import {
  aboutPageContent,
  faqEntries as faqTable,
  servicesPageContent,
  servicesPageImages,
  siteConfig,
  testimonials,
} from "../server/platform/schema/content.ts"
import { financeSettings } from "../server/platform/schema/settings.ts"
import { catalogue } from "./catalog.ts"
import { daysBefore } from "./days-before.ts"
import { placedDrawings } from "./drawings.ts"
import { exampleCustomers } from "./example-customers.ts"
import { invoiceExamples } from "./example-invoices.ts"
import { faqEntries } from "./faq.ts"
import { placeExampleBookings } from "./place-example-bookings.ts"
import { priceRules } from "../server/platform/schema/pricing.ts"
import { insertProducts } from "./products.ts"

/** Examples are marked as such (D22). */
export async function seedDemonstration(at: Date = new Date()): Promise<void> {
  const pictures = await storePictures()
  await insertContent(pictures, at)
  const products = await insertProducts(pictures, at)
  await db.insert(priceRules).values(exampleRules)
  const customers = await insertCustomers(at)
  await placeExampleBookings(products, customers, at)
  await invoiceExamples(at)
  log.info("Demonstration data is in place", { products: products.size, customers: customers.size })
}

/** Switched off, so that the specified example prices stay. */
const exampleRules: (typeof priceRules.$inferInsert)[] = [
  {
    kind: "day",
    name: "Tarif lundi–jeudi",
    changeUnit: "percent",
    changeValue: -20,
    ruledWeekdays: [1, 2, 3, 4],
    onHolidays: false,
    isActive: false,
  },
  {
    kind: "season",
    name: "Haute saison",
    changeUnit: "percent",
    changeValue: 10,
    seasonFrom: "2027-06-01",
    seasonTo: "2027-09-30",
    isYearly: true,
    isActive: false,
  },
]

async function storePictures(): Promise<Map<string, string>> {
  const stored = (await placedDrawings()).map(
    async ({ name, file, place }) => [name, (await storeIllustration(file, place)).url] as const,
  )
  return new Map(await Promise.all(stored))
}

async function insertContent(pictures: ReadonlyMap<string, string>, at: Date): Promise<void> {
  const { heroPicture, companyLogo, ...site } = catalogue.siteConfiguration
  const config = {
    ...site,
    heroImageUrl: pictureUrl(pictures, heroPicture.file),
    heroImageAlt: heroPicture.alt,
    companyLogoUrl: companyLogo && pictureUrl(pictures, companyLogo.file),
  }
  await db.insert(siteConfig).values(config).onConflictDoUpdate({ target: siteConfig.id, set: config })
  const finance = { ...catalogue.financeSettings, cancellationTiers: [...catalogue.financeSettings.cancellationTiers] }
  await db.insert(financeSettings).values(finance).onConflictDoUpdate({ target: financeSettings.id, set: finance })

  const { aboutPage, servicesPage } = catalogue
  await db
    .insert(aboutPageContent)
    .values({
      title: aboutPage.title,
      content: aboutPage.content,
      imageUrl: aboutPage.picture && pictureUrl(pictures, aboutPage.picture.file),
    })
    .onConflictDoNothing()
  await db
    .insert(servicesPageContent)
    .values({ title: servicesPage.title, content: servicesPage.content })
    .onConflictDoNothing()
  await db.insert(servicesPageImages).values(
    servicesPage.carousel.map(({ file, alt, caption }, order) => ({
      imageUrl: pictureUrl(pictures, file),
      imageAlt: alt,
      caption,
      order,
    })),
  )
  await db.insert(testimonials).values(
    catalogue.testimonials.map(({ author, rating, daysAgo, text, picture, isExample }, order) => ({
      author,
      rating,
      text,
      isExample,
      order,
      day: dayInParis(daysBefore(at, daysAgo)),
      imageUrl: pictureUrl(pictures, picture.file),
    })),
  )
  await db.insert(faqTable).values(faqEntries.map((entry, order) => ({ ...entry, order })))
}

export async function insertCustomers(at: Date): Promise<Map<string, Account>> {
  const rows = await db
    .insert(profiles)
    .values(
      exampleCustomers.map(({ key: _key, ...customer }) => ({
        id: crypto.randomUUID(),
        createdAt: daysBefore(at, 400),
        ...customer,
        ...toHomeColumns(customer),
      })),
    )
    .returning({ id: profiles.id, name: profiles.name, email: profiles.email })
  return new Map(
    exampleCustomers.flatMap(({ key, email }) => {
      const row = rows.find((candidate) => candidate.email === email)
      return row ? [[key, row] as const] : []
    }),
  )
}

function pictureUrl(pictures: ReadonlyMap<string, string>, file: string): string {
  const url = pictures.get(file)
  if (!url) throw new Error(`seed/illustrations/${file} was not stored`)
  return url
}
