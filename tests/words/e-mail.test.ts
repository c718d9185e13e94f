import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { textsIn, type Text } from "./texts.ts"

/** The standard notice of withdrawal (code de la consommation, annexe to article R. 221-1), used to the letter. */
const standardNotice = "sur un support durable (par exemple, par courriel)"

/** A placeholder, a parameter, an intent, a word that the search also takes: nobody reads it. */
const isName = /^[\p{Ll}\d#?=/._:&-]+$/u
const french =
  /[àâçéèêëîïôûù’«]|(?<!\p{L})(?:le|la|les|un|une|du|des|au|aux|nos|vos|par|ce|cet|vous|nous|est)(?!\p{L})/iu

/** Calls an e-mail by another name. */
function saysOtherwise(text: string): boolean {
  const said = text
    .replaceAll(/\{\{.*?\}\}/g, "")
    .replaceAll(standardNotice, "")
    .trim()
  if (isName.test(said)) return false
  if (/(?<![\p{L}\d-])courriels?(?![\p{L}-])/iu.test(said) || /^Mails?$/.test(said)) return true
  return french.test(said) && /(?<![\p{L}\d-])mails?(?![\p{L}\d-])/iu.test(said)
}

/** "counted(total, "e-mail", "e-mails", …)": a word of its own, but one that is read. */
const countsOtherwise = (source: string) => /\bcounted\([^()]*"(?:mail|courriel)s?"/.test(source)

const sources = ["app", "domain", "isomorphic", "server", "seed"]
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
  .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))
const papers = globSync(["seed/**/*.md", "server/platform/documents/templates/*.typ"])

const linesOf = (file: string): Text[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((text, index) => ({ file, line: index + 1, text }))

test("who reads French reads « e-mail », never « mail » nor « courriel »", () => {
  expect(papers.length).toBeGreaterThan(10)
  const texts = [...sources.flatMap((file) => textsIn(file, readFileSync(file, "utf8"))), ...papers.flatMap(linesOf)]
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
])("the guard finds: %s", (text) => {
  expect(saysOtherwise(text)).toBe(true)
})

test.each([
  "L’adresse e-mail, ou les e-mails",
  "renvoyer-courriel",
  "?courriel=",
  "Error sending a mail again",
  "À l’attention de {{entreprise.courriel}} :",
  `un accusé ${standardNotice}, y compris son contenu`,
])("the guard lets be: %s", (text) => {
  expect(saysOtherwise(text)).toBe(false)
})

test("the guard finds what is counted", () => {
  expect(countsOtherwise('counted(total, "courriel", "courriels", "Aucun")')).toBe(true)
  expect(countsOtherwise('counted(total, "e-mail", "e-mails", "Aucun")')).toBe(false)
})
