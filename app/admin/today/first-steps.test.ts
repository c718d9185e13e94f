import { expect, test } from "vitest"
import { type FirstDayFacts, firstSteps } from "./first-steps.ts"

const whole: FirstDayFacts = {
  missing: [],
  hasOpeningHours: true,
  hasDepot: true,
  canSendMail: true,
  products: { activeCount: 1, hasFreeDay: true, hidden: null },
}
const open = (facts: Partial<FirstDayFacts>) =>
  firstSteps({ ...whole, ...facts })
    .filter(({ done }) => !done)
    .map(({ title, to, missing }) => [title, to, ...missing.map(({ href }) => href)])

test("each step is ticked by the state of the shop, and links to its field", () => {
  expect(open({})).toEqual([])
  expect(
    open({
      missing: [
        { fact: "companyPhone", label: "téléphone" },
        { fact: "companySiret", label: "SIRET" },
        { fact: "warehouseCity", label: "adresse du dépôt" },
      ],
      hasDepot: false,
      canSendMail: false,
    }),
  ).toEqual([
    ["Votre entreprise", "/admin/site-config#companyName", "/admin/site-config#companyPhone"],
    ["Votre dépôt", "/admin/finance#warehouseStreet"],
    ["Le serveur de messagerie", "/admin/mails"],
    ["Vos mentions légales", "/admin/site-config#legalForm", "/admin/site-config#companySiret"],
  ])
})

test("a hidden product says what it lacks, and a calendar says what it lacks", () => {
  const products = { activeCount: 0, hasFreeDay: false, hidden: null }
  const product = (hidden: FirstDayFacts["products"]["hidden"]) => open({ products: { ...products, hidden } })[0]?.[1]
  expect(product(null)).toBe("/admin/products/nouveau")
  expect(product({ id: "1-2-3-4-5", name: "Borne", hasPrice: false })).toBe("/admin/products/1-2-3-4-5#price")
  expect(product({ id: "1-2-3-4-5", name: "Borne", hasPrice: true })).toBe("/admin/products/1-2-3-4-5#isActive")
  expect(open({ products: { ...products, activeCount: 1 }, hasOpeningHours: false })).toEqual([
    ["Vos jours", "/admin/availability", "/admin/availability"],
    ["Vos horaires", "/admin/site-config#opensAt", "/admin/site-config#opensAt"],
  ])
  expect(open({ hasOpeningHours: false }).map(([title]) => title)).toEqual(["Vos horaires"])
  expect(open({ products: { ...products, hidden: { id: "1-2-3-4-5", name: "Borne", hasPrice: false } } })[1]).toEqual([
    "Vos jours",
    "/admin/products/1-2-3-4-5#price",
    "/admin/products/1-2-3-4-5#price",
  ])
})
