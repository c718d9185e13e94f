import { expect, test } from "vitest"
import { countedFromCentre } from "./town-centre.ts"

test("a distance counted from the middle of a commune says so, as the name is spoken", () => {
  expect(countedFromCentre("Nogent-sur-Marne")).toBe("distance calculée depuis le centre de Nogent-sur-Marne")
  expect(countedFromCentre("Ivry-sur-Seine")).toBe("distance calculée depuis le centre d’Ivry-sur-Seine")
  expect(countedFromCentre("Le Perreux-sur-Marne")).toBe("distance calculée depuis le centre du Perreux-sur-Marne")
  expect(countedFromCentre("Les Lilas")).toBe("distance calculée depuis le centre des Lilas")
  expect(countedFromCentre(" Le Perreux ")).toBe("distance calculée depuis le centre du Perreux")
  // Only at the beginning of a name is it the article of the town.
  expect(countedFromCentre("Villiers le Bel")).toBe("distance calculée depuis le centre de Villiers le Bel")
  expect(countedFromCentre("Bourg les Valence")).toBe("distance calculée depuis le centre de Bourg les Valence")
  expect(countedFromCentre(null)).toBeNull()
  expect(countedFromCentre(undefined)).toBeNull()
})
