import { expect, test } from "vitest"
import { type FirstDayFacts, firstSteps } from "./first-steps.ts"

const whole: FirstDayFacts = {
  companyName: "Fêtes Perrault",
  missing: [],
  hasOpeningHours: true,
  hasDepot: true,
  confirmedSteps: ["days", "vat"],
  isCardReady: false,
  hasIban: true,
  canSendMail: true,
  hasOwnAddress: true,
  origin: "http://localhost:3000",
  activeProducts: 1,
  hiddenProduct: null,
}
const open = (facts: Partial<FirstDayFacts>) =>
  firstSteps({ ...whole, ...facts })
    .filter(({ done }) => !done)
    .map(({ title, to, missing }) => [title, to, ...missing.map(({ href }) => href)])

test("each step is ticked by the state of the shop, and links to its field", () => {
  expect(open({})).toEqual([])
  expect(
    open({
      companyName: "Guinguette",
      missing: [
        { fact: "companyPhone", label: "téléphone" },
        { fact: "companySiret", label: "SIRET" },
        { fact: "vatNumber", label: "numéro de TVA" },
        { fact: "warehouseCity", label: "adresse du dépôt" },
      ],
      hasDepot: false,
      hasIban: false,
      canSendMail: false,
      hasOwnAddress: false,
    }),
  ).toEqual([
    [
      "Votre entreprise",
      "/admin/site-config#companyName",
      "/admin/site-config#companyName",
      "/admin/site-config#companyPhone",
    ],
    ["Vos livraisons", "/admin/finance#warehouseStreet"],
    ["Votre TVA", "/admin/site-config#vatNumber", "/admin/site-config#vatNumber"],
    ["Être payé", "/admin/finance#iban"],
    ["Vos e-mails", "/admin/aide/demander-a-l-hebergeur"],
    ["L’adresse de votre boutique", "/admin/aide/demander-a-l-hebergeur"],
    ["Contrat et mentions", "/admin/site-config#legalForm", "/admin/site-config#companySiret"],
  ])
})

test("presets count only once the owner has confirmed them", () => {
  expect(open({ confirmedSteps: [] })).toEqual([
    ["Vos jours et vos heures", "/admin/availability"],
    ["Votre TVA", "/admin/finance#vatMode"],
  ])
  expect(open({ hasOpeningHours: false })).toEqual([
    ["Vos jours et vos heures", "/admin/site-config#opensAt", "/admin/site-config#opensAt"],
  ])
})

test("a card or a bank account is enough to be paid", () => {
  expect(open({ hasIban: false, isCardReady: true })).toEqual([])
})

test("a hidden product says what it lacks", () => {
  const product = (hiddenProduct: FirstDayFacts["hiddenProduct"]) => open({ activeProducts: 0, hiddenProduct })[0]?.[1]
  expect(product(null)).toBe("/admin/products")
  expect(product({ id: "1-2-3-4-5", name: "Borne", hasPrice: false })).toBe("/admin/products/1-2-3-4-5#price")
  expect(product({ id: "1-2-3-4-5", name: "Borne", hasPrice: true })).toBe("/admin/products/1-2-3-4-5#isActive")
})
