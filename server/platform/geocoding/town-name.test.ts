import { describe, expect, test } from "vitest"
import { townKey, townWords, withoutArticle } from "./town-name.ts"

describe("the comparison of town names", () => {
  test.each([
    ["Saint-Étienne-lès-Remiremont", "ST ETIENNE LES REMIREMONT"],
    ["Sainte-Geneviève-des-Bois", "Ste Genevieve des bois"],
    ["Saintes-Maries-de-la-Mer", "Stes Maries de la mer"],
    ["L'Haÿ-les-Roses", "l’hay les roses"],
    ["Neuilly-sur-Seine", "Neuilly s/ Seine"],
    ["Neuilly-sur-Seine", "Neuilly s/Seine"],
    ["Neuilly-sur-Seine", "neuilly/seine"],
    ["Neuilly-sur-Seine", "Neuilly s Seine"],
    ["Fontenay-sous-Bois", "Fontenay s/s Bois"],
    ["Villeneuve-lès-Avignon", "Villeneuve-lez-Avignon"],
    ["Tresbœuf", "TRESBOEUF"],
    ["Hœdic", "HŒDIC"],
    ["Nice", "Nice Cedex 3"],
    ["Lyon 2e Arrondissement", "Lyon 2"],
    ["Lyon 2e Arrondissement", "LYON 02"],
    ["Lyon 2e Arrondissement", "lyon 2ème"],
    ["Paris 11e Arrondissement", "Paris 11ème arr."],
    ["Paris 16e Arrondissement", "Paris XVIe"],
    ["Paris 19e Arrondissement", "Paris XIX"],
    ["Paris 14e Arrondissement", "paris xiv"],
    ["Marseille 1er Arrondissement", "Marseille 1er arrondissement"],
    ["Marseille 1er Arrondissement", "Marseille 1ᵉʳ"],
  ])("the names %s, %s are equal", (official, typed) => {
    expect(townWords(typed)).toBe(townWords(official))
  })

  test("different names stay different", () => {
    expect(townWords("Paris-l'Hôpital")).toBe("paris l hopital")
    expect(townWords("Marseille-en-Beauvaisis")).toBe("marseille en beauvaisis")
    expect(townWords("Lyons-la-Forêt")).toBe("lyons la foret")
    expect(townWords("Stains")).toBe("stains")
    expect(townWords("Cherré-Au")).not.toBe(townWords("Cherreau"))
  })

  test("the article and the spaces are optional", () => {
    expect(withoutArticle(townWords("Le Perreux-sur-Marne"))).toBe("perreux sur marne")
    expect(withoutArticle(townWords("L'Haÿ-les-Roses"))).toBe("hay les roses")
    expect(withoutArticle(townWords("Lille"))).toBe("lille")
    expect(townKey(townWords("Saint Maur"))).toBe(townKey(townWords("Saintmaur")))
  })
})
