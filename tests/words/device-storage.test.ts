import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { CURRENT_BOOKING_KEY } from "../../isomorphic/current-booking.ts"
import { cookiePreferencesKey } from "../../isomorphic/cookie-choice.ts"

const files = ["app", "server", "isomorphic", "domain"]
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
  .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))

const storedNames = files.flatMap((file) => {
  const text = readFileSync(file, "utf8")
  const names = [
    ...text.matchAll(/(?:createPrivateCookie|createCookie)\(\s*"([^"]+)"/g),
    ...text.matchAll(/["`](guinguette\.[a-z]+)/g),
  ]
  return names.map(([, name = ""]) => ({ name, file }))
})

const table = readFileSync("seed/legal/cookies.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .join("\n")

test("the table of cookies names everything stored on a visitor's device", () => {
  expect(storedNames.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["session_token", "device", "guinguette.draft"]),
  )
  const names = new Set([...storedNames.map(({ name }) => name), CURRENT_BOOKING_KEY, cookiePreferencesKey, "Notices"])
  expect([...names].filter((name) => !table.includes(name))).toEqual([])
})

test("every stored name is one that this rule searches for", () => {
  const storing = /(?:localStorage|sessionStorage)\.setItem\(|document\.cookie\s*=/
  const namedFiles = new Set(storedNames.map(({ file }) => file))
  // Names from constants: the specified keys, and the store that tests inject.
  const byConstant = /CURRENT_BOOKING_KEY|cookiePreferencesKey/
  expect(
    files.filter((file) => {
      const text = readFileSync(file, "utf8")
      return storing.test(text) && !namedFiles.has(file) && !byConstant.test(text)
    }),
  ).toEqual([])
})

test("the table names nothing that is no longer stored", () => {
  const rows = [...table.matchAll(/^\| ((?:guinguette\.)?[a-z_]+)\b/gm)].map(([, name = ""]) => name)
  const names = new Set(storedNames.map(({ name }) => name))
  expect(rows.filter((name) => /_|^guinguette\.|^device$/.test(name) && !names.has(name))).toEqual([])
})
