import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { CURRENT_BOOKING_KEY } from "../../isomorphic/current-booking.ts"
import { cookiePreferencesKey } from "../../isomorphic/cookie-choice.ts"

const files = ["app", "server", "isomorphic", "domain"]
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
  .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))

/** The names under which the code keeps something on a visitor's device, each with the file that does. */
const kept = files.flatMap((file) => {
  const text = readFileSync(file, "utf8")
  const names = [
    ...text.matchAll(/(?:privateCookie|createCookie)\(\s*"([^"]+)"/g),
    ...text.matchAll(/["`](guinguette\.[a-z]+)/g),
  ]
  return names.map(([, name = ""]) => ({ name, file }))
})

const table = readFileSync("seed/legal/cookies.md", "utf8")
  .split("\n")
  .filter((line) => line.startsWith("|"))
  .join("\n")

test("the table of cookies names everything that is kept on a visitor's device", () => {
  expect(kept.map(({ name }) => name)).toEqual(expect.arrayContaining(["session_token", "device", "guinguette.draft"]))
  const names = new Set([...kept.map(({ name }) => name), CURRENT_BOOKING_KEY, cookiePreferencesKey, "Notices"])
  expect([...names].filter((name) => !table.includes(name))).toEqual([])
})

test("nothing is kept on a device without a name that this looks for", () => {
  const storing = /(?:localStorage|sessionStorage)\.setItem\(|document\.cookie\s*=/
  const known = new Set(kept.map(({ file }) => file))
  // By names that stand elsewhere: the specified keys, and the store that tests hand in.
  const byConstant = /CURRENT_BOOKING_KEY|cookiePreferencesKey/
  expect(
    files.filter((file) => {
      const text = readFileSync(file, "utf8")
      return storing.test(text) && !known.has(file) && !byConstant.test(text)
    }),
  ).toEqual([])
})

test("the table names nothing that is not kept any more", () => {
  const rows = [...table.matchAll(/^\| ((?:guinguette\.)?[a-z_]+)\b/gm)].map(([, name = ""]) => name)
  const names = new Set(kept.map(({ name }) => name))
  expect(rows.filter((name) => /_|^guinguette\.|^device$/.test(name) && !names.has(name))).toEqual([])
})
