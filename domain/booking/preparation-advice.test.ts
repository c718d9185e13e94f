import { expect, test } from "vitest"
import { preparationAdvice } from "./preparation-advice.ts"

test("delivery needs a place and a person, pick-up needs directions and a vehicle", () => {
  expect(preparationAdvice({ isDelivery: true }, "8 quai de la Marne")).toEqual([
    "Un emplacement plat, abrité et accessible, avec une prise électrique.",
    "Une personne sur place pour nous accueillir et signer l’état des lieux.",
  ])
  const vehicle = "Prévoyez un véhicule adapté\u00a0: le transport se fait sous votre garde."
  expect(preparationAdvice({ isDelivery: false }, "8 quai de la Marne")).toEqual([
    "Le retrait se fait à notre dépôt\u00a0: 8 quai de la Marne.",
    vehicle,
  ])
  expect(preparationAdvice({ isDelivery: false }, null)).toEqual(["Le retrait se fait à notre dépôt.", vehicle])
})
