import { globSync, readFileSync } from "node:fs"
import {
  type Holder,
  type NotBuilt,
  type Sentence,
  readHolders,
  readNotBuilt,
  readSentences,
} from "./specification-ids.ts"

/** Searches everywhere, so that a new folder loses no id. */
const tests = () =>
  globSync("**/*.{test.ts,test.tsx,spec.ts}", { exclude: ["node_modules", "build", "data", ".*"] }).sort()

/** Reads sources only; nothing is run. */
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
