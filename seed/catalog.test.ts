import { existsSync, readFileSync, readdirSync } from "node:fs"
import { expect, test } from "vitest"
import {
  type OptionUnit,
  isAllowedQuantity,
  isPhotoPackOption,
  optionUnits,
  smallestQuantity,
} from "../domain/pricing/options.ts"
import { catalogue } from "./catalog.ts"
import { exampleBlocks, exampleBookings } from "./example-bookings.ts"
import { faqEntries, faqThemes } from "./faq.ts"

const { siteConfiguration, aboutPage, servicesPage, testimonials, products } = catalogue
const illustrations = new URL("./illustrations/", import.meta.url)

const words = (text: string) => text.split(/[\s\u00a0\u202f]+/).filter((word) => /\p{L}|\d/u.test(word)).length
/** Luhn: every second digit from the right counts double, its own digits added. */
function passesLuhn(number: string): boolean {
  const weighed = [...number].reverse().map((digit, index) => (index % 2 === 1 ? 2 : 1) * Number(digit))
  return weighed.reduce((sum, each) => sum + Math.floor(each / 10) + (each % 10), 0) % 10 === 0
}

function textsOf(value: unknown, path = ""): { path: string; text: string }[] {
  if (typeof value === "string") return [{ path, text: value }]
  if (value === null || typeof value !== "object") return []
  return Object.entries(value).flatMap(([key, each]) => textsOf(each, `${path}/${key}`))
}

const allTexts = textsOf({ catalogue, faqEntries, exampleBookings, exampleBlocks })

test("the shop opens with five visible products and one hidden one", () => {
  expect(products.filter((product) => product.isActive).map(({ name, price }) => [name, price])).toEqual([
    ["Photomaton bois", 250_00],
    ["Anneau de lumière", 180_00],
    ["Plateforme 360", 320_00],
    ["Miroir magique", 290_00],
    ["Borne de table", 120_00],
  ])
  expect(products.filter((product) => !product.isActive).map(({ name }) => name)).toEqual(["Photomaton argentique"])
  const ages = products.map(({ createdDaysAgo }) => createdDaysAgo)
  expect(ages).toEqual(ages.toSorted((a, b) => a - b))
})

test("a product has a daily price in whole euros, five features and a picture with alt text", () => {
  for (const product of products) {
    expect(product.price % 100).toBe(0)
    expect(product.features.length).toBeGreaterThanOrEqual(5)
    expect(product.picture.alt.length).toBeGreaterThan(20)
    expect(product.seoTitle.length).toBeLessThanOrEqual(65)
    expect(product.seoDescription.length).toBeLessThanOrEqual(160)
  }
  expect(products.some(({ stock }) => stock === 2)).toBe(true)
  expect(products.some(({ preparationDaysAfter }) => preparationDaysAfter === 1)).toBe(true)
})

test("a visible product has a manual of four sections that is readable at a party", () => {
  for (const product of products.filter(({ isActive }) => isActive)) {
    expect(product.manual).toHaveLength(4)
    for (const section of product.manual) {
      const length = words(section.content)
      expect(length, `${product.name}, ${section.title}`).toBeGreaterThanOrEqual(60)
      expect(length, `${product.name}, ${section.title}`).toBeLessThanOrEqual(100)
    }
  }
})

test("options cover every unit and each has an allowed quantity", () => {
  const usedUnits = new Set<OptionUnit>()
  for (const product of products) {
    const names = product.options.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const option of product.options) {
      for (const each of [option, ...option.subOptions]) {
        const rule = { choiceGroup: "", ...each }
        if (!isPhotoPackOption(each.name)) usedUnits.add(each.unit)
        expect(isAllowedQuantity(rule, smallestQuantity(rule)), `${product.name}, ${each.name}`).toBe(true)
      }
    }
  }
  expect([...usedUnits].sort()).toEqual([...optionUnits].sort())
})

test("one option is named like a photo pack, so that hiding it can be tested", () => {
  const hidden = products.flatMap((product) => product.options).filter(({ name }) => isPhotoPackOption(name))
  expect(hidden.map(({ name }) => name)).toEqual(["Pack photo supplémentaire"])
})

test("the about and services pages have enough text, and the help centre has answers", () => {
  expect(words(aboutPage.content)).toBeGreaterThanOrEqual(250)
  expect(words(servicesPage.content)).toBeGreaterThanOrEqual(200)
  expect(faqEntries.length).toBeGreaterThanOrEqual(20)
  expect(new Set(faqEntries.map(({ slug }) => slug)).size).toBe(faqEntries.length)
  expect([...new Set(faqEntries.map(({ theme }) => theme))]).toEqual([...faqThemes])
  for (const { question } of faqEntries) expect(question).toMatch(/\u202f\?$/)
})

test("no default text repeats settings or products, which the owner may change", () => {
  const answers = faqEntries.map(({ slug, answer }) => ({ place: slug, text: answer }))
  const descriptions = products.map(({ name, seoDescription }) => ({ place: name, text: seoDescription }))
  const pages = [
    { place: "services", text: servicesPage.content },
    { place: "about", text: aboutPage.content },
  ]
  const prices = [...answers, ...descriptions, ...pages].filter(({ text }) => /€|\d\s?%|\d\s?km/u.test(text))
  expect(prices).toEqual([])
  const ruled = [
    "combien-de-temps-a-l-avance",
    "acompte-et-solde",
    "caution",
    "packs-photo",
    "frais-de-livraison",
    "retractation",
    "annulation",
    "demande-refusee",
  ]
  const owned = answers.filter(({ place }) => ruled.includes(place))
  expect(owned).toHaveLength(ruled.length)
  expect(owned.filter(({ text }) => /\d/.test(text))).toEqual([])
})

test("no default text promises round-the-clock replies: that is the owner’s claim to make (D51)", () => {
  const promised = allTexts.filter(
    ({ path, text }) => !path.endsWith("/phoneHelp") && /jour et nuit|à toute heure|24\s?h?\/\s?(?:7|24)/iu.test(text),
  )
  expect(promised).toEqual([])
  expect(allTexts.some(({ path }) => path.endsWith("/phoneHelp"))).toBe(true)
})

test("the company is fictional: valid numbers, with a phone and mail reserved for fiction", () => {
  expect(siteConfiguration.companySiret).toMatch(/^\d{14}$/)
  expect(passesLuhn(siteConfiguration.companySiret)).toBe(true)
  expect(passesLuhn(siteConfiguration.companySiret.slice(0, 9))).toBe(true)
  expect(siteConfiguration.companyPhone).toMatch(/^01 99 00 \d\d \d\d$/)
  expect(siteConfiguration.companyEmail).toMatch(/@[a-z-]+\.example$/)
})

test("testimonials are marked as examples @R-home-reviews", () => {
  expect(testimonials).toHaveLength(3)
  expect(testimonials.every(({ isExample, rating }) => isExample && rating === 5)).toBe(true)
})

test("every picture exists, and none contains text, scripts or external content", () => {
  const named = allTexts.filter(({ path }) => path.endsWith("/file")).map(({ text }) => text)
  expect(named.length).toBeGreaterThan(20)
  for (const file of named) expect(existsSync(new URL(file, illustrations)), file).toBe(true)
  for (const file of readdirSync(illustrations)) {
    const drawing = readFileSync(new URL(file, illustrations), "utf8")
    expect(drawing, file).not.toMatch(/<text|<script|<image|<foreignObject|\son\w+=|href="(?!#)/)
  }
})

test("texts follow French typography: curved apostrophes, no-break spaces, no exclamation", () => {
  for (const { path, text } of allTexts) {
    if (/\/(file|slug|iban|product|customer|\w+Url)$/.test(path)) continue
    expect(text, path).not.toMatch(/['"!…]|\.\.\./)
    expect(text, path).not.toMatch(/ [:;?»€%]|« /)
  }
})
