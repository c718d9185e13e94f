import { describe, expect, test } from "vitest"
import { groupByTheme, matchingQuestions } from "./faq-search.ts"

const questions = [
  { theme: "Réserver", question: "Comment savoir si ma date est libre ?", answer: "Le calendrier est à jour." },
  {
    theme: "Prix et paiement",
    question: "Quand et comment dois-je payer ?",
    answer: "Un acompte de 30 % à la signature, par carte.",
  },
  {
    theme: "Pendant la fête",
    question: "Que faire s’il n’y a plus de papier ?",
    answer: "Une recharge est près de la machine.",
  },
  { theme: "Réserver", question: "Puis-je louer plusieurs jours ?", answer: "Oui, selon vos vœux." },
]
const search = (query: string) => matchingQuestions(questions, query).map((each) => questions.indexOf(each))

describe("a search in the help centre", () => {
  test("the search finds a word in the question, the answer or the theme", () => {
    expect(search("papier")).toEqual([2])
    expect(search("acompte")).toEqual([1])
    expect(search("fête")).toEqual([2])
  })

  test("the search ignores accents, capitals, plurals and verb forms @R-faq-questions", () => {
    expect(search("FETE")).toEqual([2])
    expect(search("machines")).toEqual([2])
    expect(search("réservez")).toEqual([0, 3])
    expect(search("fe\u0302te")).toEqual([2])
  })

  test("the search requires every meaningful word, and no other", () => {
    expect(search("comment payer la carte")).toEqual([1])
    expect(search("carte papier")).toEqual([])
    expect(search("avec la machine, 2 papiers")).toEqual([2])
    expect(search("VŒUX")).toEqual([3])
    expect(search("voeu")).toEqual([3])
    // Short words are not stemmed: "jus" is no "jour", nor "cars" a "carte".
    expect([search("jus"), search("cars")]).toEqual([[], []])
  })

  test("an empty search returns everything, and one without a match nothing", () => {
    expect(search("")).toEqual([0, 1, 2, 3])
    expect(search("  ? ! ")).toEqual([0, 1, 2, 3])
    expect(search("licorne")).toEqual([])
  })
})

test("questions are grouped by theme, in the order of each theme's first one", () => {
  expect(groupByTheme(questions).map(({ theme, questions }) => [theme, questions.length])).toEqual([
    ["Réserver", 2],
    ["Prix et paiement", 1],
    ["Pendant la fête", 1],
  ])
})
