import { expect, test } from "vitest"
import { textsIn, textsOfProject } from "./texts.ts"

/** A hard-coded "TTC" ignores the finance settings. */
const saysTtc = ({ text }: { text: string }) => /\bTTC\b/.test(text)

const mayName = ["domain/finance/vat-wording.ts", "app/admin/finance/form.tsx"]

test("no screen and no mail says TTC by itself: the VAT mode decides (D42)", () => {
  // A document has the VAT mode of its day.
  const mentions = textsOfProject().filter(
    (text) => saysTtc(text) && !text.file.startsWith("server/platform/documents/"),
  )
  expect(mentions.map(({ file }) => file)).toEqual(expect.arrayContaining(mayName))
  expect(mentions.filter(({ file }) => !mayName.includes(file)).map(({ file, line }) => `${file}:${line}`)).toEqual([])
  expect(textsIn("a.tsx", 'const rows = [["Prix total TTC", 1]]').some(saysTtc)).toBe(true)
})
