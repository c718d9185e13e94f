import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { contentWords, parseWordList } from "./content-words.ts"
import { stopWords } from "../text/stop-words.ts"

describe("the content words of a page", () => {
  test("the words have three letters or more and are no stop words, each once, in text order @R-about-cloud-words @K-words-3", () => {
    expect(contentWords("Une fête est une fête, et la joie y va avec nous.")).toEqual(["fête", "joie"])
    expect(contentWords("un bal au bord de la Marne, du vin, du jazz")).toEqual(["bal", "bord", "Marne", "vin", "jazz"])
  })

  test("the words lose their punctuation @R-about-cloud-words", () => {
    expect(contentWords("« Sourire » ! (danser), rire… chanter ? élégance;confiance/partage")).toEqual([
      "sourire",
      "danser",
      "rire",
      "chanter",
      "élégance",
      "confiance",
      "partage",
    ])
  })

  test("the words lose their article, with either apostrophe", () => {
    expect(
      contentWords("l’élégance, l'équipe, d’entreprise, qu’émotion, jusqu’à l’aube, aujourd’hui, quelqu'un"),
    ).toEqual(["élégance", "équipe", "entreprise", "émotion", "aube"])
  })

  test("compounds stay whole, and pronouns are dropped", () => {
    expect(contentWords("un savoir-faire sur-mesure, un rendez-vous, peut-être, vis-à-vis de soi-même")).toEqual([
      "savoir-faire",
      "sur-mesure",
      "rendez-vous",
    ])
    expect(contentWords("Écrivez-nous, a-t-il dansé ? Est-ce possible, celui-ci ?")).toEqual([
      "écrivez",
      "dansé",
      "possible",
    ])
  })

  test("the words are in lower case, except names", () => {
    expect(contentWords("Mariages à Paris. Paris encore ; les Mariages, des mariages, une lampe LED")).toEqual([
      "mariages",
      "Paris",
      "lampe",
      "LED",
    ])
    expect(contentWords("Partout en Île-de-France,\nJoinville-le-Pont comprise")).toEqual([
      "Île-de-France",
      "Joinville-le-Pont",
      "comprise",
    ])
    expect(contentWords("Simplicité.\n\nÉlégance.\n\n- Partage\n- Émotion")).toEqual([
      "simplicité",
      "élégance",
      "partage",
      "émotion",
    ])
  })

  test("a capitalised word is a name inside a sentence, on its next line too, but not at its start", () => {
    expect(contentWords("On danse. Mariages")).toEqual(["danse", "mariages"])
    for (const text of ["Danser à Paris", "Danser à  Paris", "Danser,\tParis", "Danser\nParis", "Danser\r\nParis"])
      expect(contentWords(text), text).toEqual(["danser", "Paris"])
    expect(contentWords("Danser\n\nParis")).toEqual(["danser", "paris"])
    expect(contentWords("L’Élysée danse")).toEqual(["Élysée", "danse"])
  })

  test("the words have at most forty letters: more are a key, or an address", () => {
    expect(contentWords(`${"a".repeat(40)} ${"b".repeat(41)}`)).toEqual(["a".repeat(40)])
  })

  test("numbers, hours, addresses and links are no words", () => {
    expect(
      contentWords(
        "2024, 24h/24, d’1h30, 360°, 06 12 34 56 78, bonjour@guinguette.example, https://guinguette.example/atelier?x=fête www.exemple.fr",
      ),
    ).toEqual([])
  })

  test("the words are those a reader sees, not the Markdown", () => {
    const markdown = [
      "# Notre **atelier**",
      "",
      'Un *sourire*, une __lumière__ [imprimée](https://exemple.fr/papier "titre") et [douce][ref].',
      "![légende](/images/photo.jpg)",
      "",
      "[ref]: https://exemple.fr/secret",
      "",
      '<div class="encart">Bonheur&nbsp;partagé</div> <!-- caché -->',
      "",
      "```js",
      "const code = invisible",
      "```",
      "",
      "| colonne | valeur |",
      "|---|---|",
      "`mot` \\*étoile\\* **demi**mot",
    ].join("\n")
    expect(contentWords(markdown)).toEqual([
      "atelier",
      "sourire",
      "lumière",
      "imprimée",
      "douce",
      "bonheur",
      "partagé",
      "colonne",
      "valeur",
      "mot",
      "étoile",
      "demimot",
    ])
  })

  test("the words skip a code block, whatever other tildes or hyphens there are", () => {
    expect(contentWords("joie\n```js\ncode\n```\nbal")).toEqual(["joie", "bal"])
    expect(contentWords("joie ~~~ fête")).toEqual(["joie", "fête"])
    expect(contentWords("savoir\u2011faire\r\nrendez\u2010vous")).toEqual(["savoir-faire", "rendez-vous"])
  })

  test("the words are the same however the accents are encoded", () => {
    expect(contentWords("fête".normalize("NFD"))).toEqual(contentWords("fête".normalize("NFC")))
    expect(contentWords("é\u00adlé\u00adgance")).toEqual(["élégance"])
  })

  test("the words follow these rules for any text", () => {
    const piece = fc.oneof(
      fc.string({ unit: "grapheme" }),
      fc.constantFrom(
        "fête",
        "L’",
        "-",
        "'",
        "[",
        "](",
        "<",
        "```\n",
        "**",
        "\n",
        " ",
        "rendez-vous",
        "&eacute;",
        "Ça",
      ),
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const words = contentWords(pieces.join(""))
        const keys = words.map((word) => word.toLowerCase())
        expect(new Set(keys).size).toBe(words.length)
        for (const key of keys) {
          expect([...key].length).toBeGreaterThanOrEqual(3)
          expect(stopWords.has(key)).toBe(false)
          expect(key).toMatch(/^\p{L}[\p{L}\p{M}\p{N}’-]+$/u)
        }
      }),
      { numRuns: 500 },
    )
  })
})

test("a typed list of words has any separator, and yields lower case without articles", () => {
  expect(parseWordList("l’Élégance, LED;savoir-faire\nbal et")).toEqual([
    "élégance",
    "led",
    "savoir-faire",
    "bal",
    "et",
  ])
  expect(parseWordList("  ")).toEqual([])
})

describe("the stop words", () => {
  test("the stop words are in lookup form: lower case, one apostrophe, no spaces", () => {
    for (const word of stopWords) expect(word).toMatch(/^[\p{Ll}’-]+$/u)
  })

  test("the stop words spare the vocabulary of such a company", () => {
    for (const word of [
      "fête",
      "mariage",
      "photo",
      "location",
      "qualité",
      "savoir-faire",
      "rendez-vous",
      "joie",
      "livraison",
    ]) {
      expect(stopWords.has(word), word).toBe(false)
    }
  })
})
