import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { type Text, textsIn, textsOfProject } from "./texts.ts"

const texts = textsOfProject()
const demonstration = globSync(["seed/*.ts", "seed/products/*.ts"])
  .filter((file) => !file.endsWith(".test.ts"))
  .flatMap((file) => textsIn(file, readFileSync(file, "utf8")))
const readByCustomers = [...texts, ...demonstration].filter(({ file }) => /^(?:app\/site|server|seed)\//.test(file))

const places = (found: readonly Text[]) => found.map(({ file, line, text }) => `${file}:${line}: ${text.trim()}`)
/** A value, an address or a class has no word beside it. */
const isSentence = ({ text }: Text) => /[\p{L}\d.,:’] |\u00a0/u.test(text.trim())

test("customers read «photobooth», never «machine» or «exemplaire»", () => {
  expect(readByCustomers.length).toBeGreaterThan(3_000)
  const words = /(?<![\p{L}-])(?:machines?|exemplaires?)(?![\p{L}-])/iu
  expect(places(readByCustomers.filter((text) => isSentence(text) && words.test(text.text)))).toEqual([])
})

test("hours are written «20 h 23», not «20:23»", () => {
  const violations = [...texts, ...demonstration].filter(
    (text) => isSentence(text) && /(?<![\d:T])\d{1,2}:\d{2}(?!\d)/.test(text.text),
  )
  expect(places(violations)).toEqual([])
})
