import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { textsIn, type Text } from "./texts.ts"

/** The standard notice of withdrawal is used word for word (code de la consommation, annexe à l'article R. 221-1). */
const standardNotice = "sur un support durable (par exemple, par courriel)"

/** Placeholders, parameters, intents and search words are not displayed. */
const isName = /^[\p{Ll}\d#?=/._:&-]+$/u
const french =
  /[àâçéèêëîïôûù’«]|(?<!\p{L})(?:le|la|les|un|une|du|des|au|aux|nos|vos|par|ce|cet|vous|nous|est)(?!\p{L})/iu

function saysOtherwise(text: string): boolean {
  const displayed = text
    .replaceAll(/\{\{.*?\}\}/g, "")
    .replaceAll(standardNotice, "")
    .trim()
  if (isName.test(displayed)) return false
  if (/(?<![\p{L}\d-])courriels?(?![\p{L}-])/iu.test(displayed) || /^Mails?$/.test(displayed)) return true
  return french.test(displayed) && /(?<![\p{L}\d-])mails?(?![\p{L}\d-])/iu.test(displayed)
}

/** `counted(total, "e-mail", …)`: a single word, but a displayed one. */
const countsOtherwise = (source: string) => /\bcounted\([^()]*"(?:mail|courriel)s?"/.test(source)

const sources = ["app", "domain", "isomorphic", "server", "seed"]
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
  .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))
const papers = globSync(["seed/**/*.md", "server/platform/documents/templates/*.typ"])

const readTexts = (file: string): Text[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((text, index) => ({ file, line: index + 1, text }))

test("French texts say « e-mail », never « mail » nor « courriel »", () => {
  expect(papers.length).toBeGreaterThan(10)
  const texts = [...sources.flatMap((file) => textsIn(file, readFileSync(file, "utf8"))), ...papers.flatMap(readTexts)]
  expect(texts.length).toBeGreaterThan(10_000)
  expect(texts.filter(({ text }) => saysOtherwise(text))).toEqual([])
  expect(sources.filter((file) => countsOtherwise(readFileSync(file, "utf8")))).toEqual([])
  expect(papers.filter((file) => readFileSync(file, "utf8").includes(standardNotice))).toEqual(["seed/legal/cgv.md"])
})

test.each([
  "Un courriel le confirme.",
  "Courriels",
  "Mails",
  "Vous recevez ce mail parce que vous tenez ce site.",
  "Écrivez-nous par mail.",
  "**Le client** : {{client.courriel}}. Courriel : {{client.courriel}}.",
])("the rule rejects %s", (text) => {
  expect(saysOtherwise(text)).toBe(true)
})

test.each([
  "L’adresse e-mail, ou les e-mails",
  "renvoyer-courriel",
  "?courriel=",
  "Error sending a mail again",
  "À l’attention de {{entreprise.courriel}} :",
  `un accusé ${standardNotice}, y compris son contenu`,
])("the rule accepts %s", (text) => {
  expect(saysOtherwise(text)).toBe(false)
})

test("the rule covers counted words", () => {
  expect(countsOtherwise('counted(total, "courriel", "courriels", "Aucun")')).toBe(true)
  expect(countsOtherwise('counted(total, "e-mail", "e-mails", "Aucun")')).toBe(false)
})
