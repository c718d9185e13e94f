import { globSync, readFileSync } from "node:fs"
import { parseSync } from "rolldown/utils"
import { expect, test } from "vitest"
import { countLines, sumSizes } from "../../bin/checks/size.ts"

const MAX_WORDS_PER_100_LINES = 25
const folders = "{app,bench,bin,domain,instruments,isomorphic,proofs,seed,server,tests}"

const sources = globSync(`${folders}/**/*.{ts,tsx,mjs}`).map((file) => {
  const text = readFileSync(file, "utf8")
  const { comments } = parseSync(file, text)
  return { file, text, comments, code: blankOut(text, comments) }
})

/** Comments and string literals are replaced by spaces, so that only code is left. */
function blankOut(text: string, comments: readonly { start: number; end: number }[]): string {
  let code = ""
  let end = 0
  for (const comment of comments) {
    code += text.slice(end, comment.start)
    end = comment.end
  }
  return (code + text.slice(end)).replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')
}

test("comments have at most 25 words for 100 lines", () => {
  expect(sources.length).toBeGreaterThan(2_000)
  const { code, comments, blank, words } = sumSizes(sources.map(({ text, comments }) => countLines(text, comments)))
  expect((100 * words) / (code + comments + blank)).toBeLessThanOrEqual(MAX_WORDS_PER_100_LINES)
})

test("no comment begins as a clause without a subject", () => {
  const beginnings = /^[\s*]*(?:What|Who|Whom|Whose|Of|By|The same|As many|As much)\b/
  const violations = sources.flatMap(({ file, comments }) =>
    comments.filter(({ value }) => beginnings.test(value)).map(({ value }) => `${file}: ${value.trim().slice(0, 60)}`),
  )
  expect(violations).toEqual([])
})

test("nothing is named after what happens to it", () => {
  const words = "asked|found|kept|known|told|seen|said|wanted|shown|given|what|which|who|whose|apart|beside|together"
  const declaration = new RegExp(String.raw`\b(?:const|let|function|class|type|interface)\s+(?:${words})\b`, "gi")
  const names = sources.flatMap(({ file, code }) => [...code.matchAll(declaration)].map(([text]) => `${file}: ${text}`))
  expect(names).toEqual([])
})
