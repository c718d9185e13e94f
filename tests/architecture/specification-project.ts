import { globSync, readFileSync } from "node:fs"
import {
  type Holder,
  type NotBuilt,
  type Sentence,
  readHolders,
  readNotBuilt,
  readSentences,
} from "./specification-ids.ts"

/** Wherever they are: an id is never lost with a folder that is new. */
const tests = () =>
  globSync("**/*.{test.ts,test.tsx,spec.ts}", { exclude: ["node_modules", "build", "data", ".*"] }).sort()

/** What the documents give and the tests of this tree name, read from their sources: nothing is run. */
export function readProject(): {
  document: string
  sentences: Sentence[]
  notBuilt: NotBuilt[]
  holders: Holder[]
} {
  const document = readFileSync("docs/specification-ids.md", "utf8")
  return {
    document,
    sentences: readSentences(document),
    notBuilt: readNotBuilt(readFileSync("docs/specification-not-built.md", "utf8")),
    holders: tests().flatMap((file) => {
      const source = readFileSync(file, "utf8")
      return /@[A-Z]-/.test(source) ? readHolders(file, source) : []
    }),
  }
}
