import { beforeEach, expect, test } from "vitest"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOrder,
  makeProduct,
  now,
} from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { confirmBooking } from "../bookings/answer.ts"
import { placeBooking } from "../bookings/place.ts"
import { publishContractTemplate } from "../contracts/template.ts"
import { addContractVersion, listContractVersions } from "../contracts/versions.ts"
import { db, transaction } from "../platform/database.server.ts"
import { siteConfig } from "../platform/schema/content.ts"
import { readContractDocument } from "./contract-document.ts"
import { sealedContractPdf } from "../platform/documents/contract-pdf.ts"
import { exampleProof } from "../platform/documents/contract.fixture.ts"
import { pdfText, readSeal } from "../platform/documents/read-seal.fixture.ts"

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
})

async function contractOf(customer: Parameters<typeof makeCustomer>[0]) {
  const { id } = await makeAdministrator()
  const camille = { kind: "administrator", id, name: "Camille" } as const
  await publishContractTemplate(camille, { title: "Contrat", content: "Contrat n° {{reservation.numero}}." }, 0, now)
  const product = await makeProduct({ name: "Photomaton bois" })
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer(customer)),
    order: makeOrder(product.id, ["2027-06-12"]),
    at: now,
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  await confirmBooking(camille, placed.value.booking.id, now)
  const [made] = await listContractVersions(placed.value.booking.id)
  if (made) return made
  const added = await transaction((tx) => addContractVersion(tx, placed.value.booking.id, now))
  if (!added.ok) throw new Error(added.error.kind)
  return added.value
}

test("the rows of a version become its document and its signed PDF", async () => {
  const contract = await contractOf({
    name: "Élodie Marchand",
    homeStreet: "12 rue de la République",
    homeZipCode: "77300",
    homeCity: "Fontainebleau",
  })
  await db.update(siteConfig).set({ companySiret: "12345678200002", legalForm: "SARL", shareCapital: "8 000 €" })
  const document = await readContractDocument(contract.id)
  expect(document).toMatchObject({
    version: 1,
    client: {
      name: "Élodie Marchand",
      consumer: true,
      lines: ["12 rue de la République", "77300 Fontainebleau", expect.any(String)],
    },
    rentals: [{ position: 1, productName: "Photomaton bois", dates: ["2027-06-12"], range: "samedi 12 juin 2027" }],
    total: contract.total,
    sha256: contract.sha256,
    company: {
      legalLine: expect.stringMatching(/^Guinguette, SARL au capital de 8 000 € · SIRET 123\s456\s782\s00002/),
    },
  })
  expect(document?.instalments.reduce((sum, { amount }) => sum + amount, 0)).toBe(contract.total)
  if (!document) throw new Error("No document")
  const { pdf } = await sealedContractPdf(document, exampleProof(document))
  expect((await pdfText(pdf)).join(" ")).toContain("Preuve de signature")
  expect(await readSeal(pdf)).toMatchObject({ signatures: 1, signatureMatches: true, coversWholeFile: true })
})

test("a business is named by its company, with its representative", async () => {
  const contract = await contractOf({
    name: "Paul Petit",
    clientType: "business",
    businessName: "Petit SAS",
    businessSiret: "12345678200002",
    businessContactName: "Paul Petit",
  })
  expect(await readContractDocument(contract.id)).toMatchObject({
    client: { name: "Petit SAS", consumer: false, lines: expect.arrayContaining(["représenté par Paul Petit"]) },
  })
})

test("a missing contract returns null", async () => {
  expect(await readContractDocument("92498650-55ee-4afb-ae94-2522d8b7fbe2")).toBeNull()
})
