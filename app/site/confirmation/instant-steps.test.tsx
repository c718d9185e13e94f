import { expect, test } from "vitest"
import { renderPart } from "../../../tests/harness/render-part.ts"
import { InstantSteps, type InstantNext, instantLead } from "./instant-steps.tsx"

const acompte = { kind: "down-payment", amount: 15_570 } as const
const read = async (next: InstantNext) => {
  const html = await renderPart(InstantSteps, { next, number: 1034 })
  return `${instantLead(next)} ${html.replaceAll(/<[^>]*>/g, " ")}`.replaceAll(/\s+/g, " ")
}

test("an instant confirmation leads to the contract, then to the payment, then nowhere", async () => {
  const toSign = await read({ kind: "sign", by: new Date("2027-05-03T09:00:00Z"), due: acompte })
  expect(toSign).toContain("Il reste à signer et à régler l’acompte.")
  expect(toSign).toContain("Avant lundi 3 mai 2027")
  expect(toSign).toContain("Lire et signer le contrat")
  expect(toSign).not.toContain("Payer l’acompte")
  const toPay = await read({ kind: "pay", due: acompte })
  expect(toPay).toContain("Payer l’acompte")
  expect(toPay).not.toContain("Lire et signer le contrat")
  expect(await read({ kind: "pay", due: { kind: "full", amount: 51_900 } })).toContain("Payer 519 €")
  const done = await read({ kind: "done", paysLater: true })
  expect(done).toMatch(/Tout est prêt.*Acompte/)
  expect(done).not.toContain("Payer")
})

test("no deadline is named where none runs", async () => {
  expect(await read({ kind: "sign", by: null, due: null })).not.toMatch(/À signer avant|Acompte/)
})
