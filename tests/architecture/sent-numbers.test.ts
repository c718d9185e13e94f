import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"

/** Milliseconds, ids of the journal and the length of a body have other limits. */
const ofOtherSize = new Set(["app/site/kit/address-forms.ts", "app/admin/journal/url.ts", "app/http/body.ts"])

test("every number in a request is read by a parser that knows its column's range", () => {
  const files = globSync("app/**/*.{ts,tsx}").filter((file) => !file.includes(".test.") && !ofOtherSize.has(file))
  const unlimited = /z\.coerce\b|\bNumber\((?:text\(|[\w.]*\.get\()/
  const offenders = files.filter((file) => unlimited.test(readFileSync(file, "utf8")))
  expect(offenders).toEqual(["app/http/form-fields.ts"])
})
