import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { CART_LIFETIME_MINUTES } from "../../domain/cart/cart.ts"
import { defaultDeliveryRule } from "../../domain/delivery/delivery.ts"
import { defaultPhotoPack } from "../../domain/pricing/price.ts"
import { aboutPage } from "../../seed/about-page.ts"
import { financeSettings, siteConfiguration } from "../../seed/company.ts"
import { faqEntries } from "../../seed/faq.ts"
import { photomatonBois } from "../../seed/products/photomaton-bois.ts"
import { servicesPage } from "../../seed/services-page.ts"
import { setupTime, setupTimeFirst } from "../../seed/setup-time.ts"
import { textsIn, textsOfProject } from "./texts.ts"

/** What has one place in the code, written out as a text would. */
const writtenOut = (text: string): boolean =>
  [
    new RegExp(`\\b${CART_LIFETIME_MINUTES}\\s(?:minutes|min)\\b`, "u"),
    new RegExp(`\\b${defaultDeliveryRule.feePerKm / 100}\\s?€ (?:par|le|du) kilomètre`, "u"),
    new RegExp(`\\b${defaultPhotoPack.quantity}\\sphotos\\b`, "u"),
  ].some((pattern) => pattern.test(text))

const seeded = () =>
  globSync("seed/**/*.ts")
    .filter((file) => !file.endsWith(".test.ts"))
    .flatMap((file) => textsIn(file, readFileSync(file, "utf8")))

test("no text of the screens, the mails or the demonstration writes out a default: it names the place where it stands", () => {
  const found = [...textsOfProject(), ...seeded()].filter(({ text }) => writtenOut(text))
  // A cartridge of that machine has as many sheets as it has, whatever is sold.
  expect(found.map(({ file }) => file).toSorted()).toEqual(["seed/products/anneau-de-lumiere.ts", "seed/setup-time.ts"])
})

test("a text that writes it out would be found", () => {
  expect(
    ["gardées 30\u00a0minutes", "2\u00a0€ par kilomètre", "18 photos"].filter((text) => !writtenOut(text)),
  ).toEqual([])
  expect(["130 minutes", "12\u00a0€ par kilomètre", "180 photos"].filter((text) => writtenOut(text))).toEqual([])
})

test("the demonstration announces one time of installation, and has the defaults of the rules", () => {
  expect(siteConfiguration.setupTime).toBe(setupTime)
  expect(photomatonBois.description).toContain(setupTime)
  expect(servicesPage.content).toContain(setupTime)
  const texts = [aboutPage.content, JSON.stringify(faqEntries)].map((text) => text.replaceAll(/[\u00A0\u202F]/g, " "))
  expect(texts.filter((text) => !text.includes(setupTimeFirst))).toEqual([])
  expect(financeSettings.deliveryFeePerKm).toBe(defaultDeliveryRule.feePerKm)
  expect(photomatonBois.photoPackPrice).toBe(defaultPhotoPack.price)
})

test("the terms of sale, which are frozen as they were read, keep dates as long as a cart does", () => {
  const kept = [...readFileSync("seed/legal/terms.md", "utf8").matchAll(/gardées (\d+) minutes/g)]
  expect(kept.map(([, minutes]) => Number(minutes))).toEqual([CART_LIFETIME_MINUTES])
})
