import { expect, test } from "vitest"
import { whatToPrepare } from "./what-to-prepare.ts"

test("a place and a person for what is delivered, the way and a vehicle for what is fetched", () => {
  expect(whatToPrepare({ isDelivery: true }, "8 quai de la Marne")).toEqual([
    "Un emplacement plan, abrité et accessible, avec une prise électrique.",
    "Une personne sur place pour recevoir le matériel et constater son état.",
  ])
  const vehicle = "Prévoyez un véhicule adapté\u00a0: le transport se fait sous votre garde."
  expect(whatToPrepare({ isDelivery: false }, "8 quai de la Marne")).toEqual([
    "Le retrait se fait à notre dépôt\u00a0: 8 quai de la Marne.",
    vehicle,
  ])
  expect(whatToPrepare({ isDelivery: false }, null)).toEqual(["Le retrait se fait à notre dépôt.", vehicle])
})
