import { expect, test } from "vitest"
import { distanceFromCentreLabel } from "./town-centre.ts"

test("a distance from the centre of a commune says so, with the article contracted", () => {
  expect(distanceFromCentreLabel("Nogent-sur-Marne")).toBe("distance calculée depuis le centre de Nogent-sur-Marne")
  expect(distanceFromCentreLabel("Ivry-sur-Seine")).toBe("distance calculée depuis le centre d’Ivry-sur-Seine")
  expect(distanceFromCentreLabel("Le Perreux-sur-Marne")).toBe(
    "distance calculée depuis le centre du Perreux-sur-Marne",
  )
  expect(distanceFromCentreLabel("Les Lilas")).toBe("distance calculée depuis le centre des Lilas")
  expect(distanceFromCentreLabel(" Le Perreux ")).toBe("distance calculée depuis le centre du Perreux")
  // The article contracts only at the beginning of a name.
  expect(distanceFromCentreLabel("Villiers le Bel")).toBe("distance calculée depuis le centre de Villiers le Bel")
  expect(distanceFromCentreLabel("Bourg les Valence")).toBe("distance calculée depuis le centre de Bourg les Valence")
  expect(distanceFromCentreLabel(null)).toBeNull()
  expect(distanceFromCentreLabel(undefined)).toBeNull()
})
