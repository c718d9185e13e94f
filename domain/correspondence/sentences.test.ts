import { expect, test } from "vitest"
import { fillSentence, unknownPlaceholders } from "./sentences.ts"

test("placeholders are filled in; an empty one leaves no space before its comma, an unknown one stays", () => {
  const values = { client: "Camille", produit: "" }
  expect(fillSentence("Bonjour {client},", values)).toBe("Bonjour Camille,")
  expect(fillSentence("Bonjour {client},", { client: "" })).toBe("Bonjour,")
  expect(fillSentence("Bonjour  {client} ,", { client: "" })).toBe("Bonjour,")
  expect(fillSentence("Bonjour\u00a0{client},", { client: "" })).toBe("Bonjour,")
  expect(fillSentence(" Votre {produit} arrive ", values)).toBe("Votre arrive")
  expect(fillSentence("{prenom} {toString}", values)).toBe("{prenom} {toString}")
  expect(fillSentence("{client} et {client}", values)).toBe("Camille et Camille")
})

test("de and que are elided before a vowel", () => {
  const filled = (sentence: string, produit: string) => fillSentence(sentence, { produit })
  expect(filled("Votre réservation de {produit}, demain", "Anneau de lumière")).toBe(
    "Votre réservation d’Anneau de lumière, demain",
  )
  expect(filled("Nous espérons que {produit} a plu", "Écran géant")).toBe("Nous espérons qu’Écran géant a plu")
  expect(filled("Votre réservation de {produit}", "Miroir magique")).toBe("Votre réservation de Miroir magique")
  expect(filled("La mode {produit}", "Anneau")).toBe("La mode Anneau")
  expect(filled("Au retour de {inconnu}", "Anneau")).toBe("Au retour de {inconnu}")
})

test("unknown placeholders are reported, each once", () => {
  expect(unknownPlaceholders("{a} {client} {b} {a}", ["client"])).toEqual(["a", "b"])
  expect(unknownPlaceholders("{} { {\n}", [])).toEqual([""])
})
