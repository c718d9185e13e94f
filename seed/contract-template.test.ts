import { expect, test } from "vitest"
import { ownAccountParty } from "../domain/accounts/party.ts"
import { addDays } from "../domain/day.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct, now } from "../tests/factories.ts"
import { placeBooking } from "../server/bookings/place.ts"
import { renderContract, unknownPlaceholders } from "../server/contracts/template.ts"
import { db } from "../server/platform/database.server.ts"
import { contractTemplates } from "../server/platform/schema/bookings.ts"
import { unfilledFacts } from "../domain/contracts/contract-facts.ts"
import { legalFacts } from "../domain/content/legal-facts.ts"
import { fillTemplate } from "../domain/content/legal-template.ts"
import { readSiteConfig } from "../server/shop/content/site.ts"
import { readFinanceSettings } from "../server/shop/settings/queries.ts"
import { ensureContractTemplate, readContractDraft } from "./contract-template.ts"

test("a new shop has one contract, and the owner's published version is left alone", async () => {
  await Promise.all([ensureContractTemplate(), ensureContractTemplate()])
  await db.insert(contractTemplates).values({ version: 2, title: "Le nôtre", content: "Autre" })
  await ensureContractTemplate()
  expect((await db.select().from(contractTemplates)).map(({ version }) => version)).toEqual([1, 2])
})

test("the contract names known facts only, and contains everything the law requires", async () => {
  const { title, content } = await readContractDraft()
  expect(title).toBe("Contrat de location de matériel")
  expect(unknownPlaceholders(content)).toEqual([])
  for (const fact of [
    "entreprise.nom",
    "client.nom",
    "reservation.produit",
    "reservation.options",
    "reservation.dates",
    "reservation.remise",
    "reservation.prix",
    "reservation.acompte",
    "reservation.solde-le",
    "reservation.caution",
    "entreprise.assurance",
    "annulation.bareme",
    "retractation.delai",
    "mediateur.nom",
  ]) {
    expect(content).toContain(`{{${fact}}}`)
  }
  expect(content).toMatch(/L\.\s221-25/)
  expect(content).toContain("1732 du code civil")
  expect(content).toContain("CNIL")
})

test("a client reads no braces or gaps, delivered or not, private or business @R-admin-contract-template", async () => {
  await makeFinanceSettings()
  const { content } = await readContractDraft()
  const product = await makeProduct({ securityDeposit: 30_000 })
  const company = await makeCustomer({ name: "Nora", clientType: "business", businessName: "Le Bal SARL" })
  for (const [index, client] of [await makeCustomer({ name: "Lila" }), company].entries()) {
    const placed = await placeBooking({
      party: ownAccountParty(client),
      order: makeOrder(product.id, [addDays("2027-06-10", index)]),
      at: now,
    })
    if (!placed.ok) throw new Error("The booking was refused")
    const html = await renderContract(content, placed.value.booking.id, now)
    expect(html).not.toMatch(/\{\{|\}\}|\(\)|undefined|null|: \.| ,/)
    expect(html).toContain(client.name)
    expect(html.includes("Le Bal SARL")).toBe(client === company)
    expect(html).toContain("<table>")
  }
})

test("a fact that the owner has not set is left out, and nothing is invented", async () => {
  await makeFinanceSettings({ warehouseStreet: "", warehouseZipCode: "", warehouseCity: "" })
  const config = await readSiteConfig()
  const facts = legalFacts(config, await readFinanceSettings(), {
    origin: "https://guinguette.example",
    publishedOn: "2027-05-01",
  })
  for (const name of ["entreprise.forme", "entreprise.adresse", "entreprise.telephone", "mediateur.nom"] as const)
    expect([name, facts[name].value]).toEqual([name, null])
  const { content } = await readContractDraft()
  const { text, unknown } = fillTemplate(content, { ...unfilledFacts(), ...facts })
  expect(unknown).toEqual([])
  expect(text).not.toMatch(/non renseigné/)
  // Finds a comma, a colon or brackets with nothing after them.
  expect(text).not.toMatch(/[,:(] *[.,;)]| {2,}\S|undefined|null/)
})
