import { parseSync } from "rolldown/utils"
import { expect, test } from "vitest"
import { countLines } from "./size.ts"

const source = `/**
 * Adds a deposit.
 */
export function Deposit() {
  const text = "// no comment" // One comment behind code.

  return (
    <p>
      {/* Two words. */}
      {text}
    </p>
  )
}
`

test("a line is code, a comment or blank, and words are counted in comments only", () => {
  const size = countLines(source, parseSync("deposit.tsx", source).comments)
  expect(size).toEqual({ code: 8, comments: 4, blank: 1, words: 9 })
})
