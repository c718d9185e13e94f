import { expect, test } from "vitest"
import { stripFrameworkErrors } from "./framework-errors.ts"

const sentence =
  'Error: You made a POST request to "/catalog" but did not provide an `action` for route "site/catalog/route", so there is no way to handle the request.'
const data = JSON.stringify([{ _1: 2 }, "error", ["ErrorResponse", 3, 4, 5], sentence, 405, "Method Not Allowed"])

test("the data of a refused page keeps its structure and loses the framework's sentence", () => {
  const cleaned = stripFrameworkErrors(data, 405)
  expect(JSON.parse(cleaned)).toEqual([{ _1: 2 }, "error", ["ErrorResponse", 3, 4, 5], "", 405, "Method Not Allowed"])
})

test("the data inside the page's script loses the sentence too", () => {
  const page = `<script>enqueue(${JSON.stringify(data)});</script><p>Cette page ne reçoit pas de formulaire</p>`
  const cleaned = stripFrameworkErrors(page, 405)
  expect(cleaned).not.toContain("site/catalog/route")
  const [, script = ""] = /enqueue\((.*)\);<\/script>/.exec(cleaned) ?? []
  expect(JSON.parse(JSON.parse(script) as string)).toHaveLength(6)
  expect(cleaned).toContain("Cette page ne reçoit pas de formulaire")
})

test("the rest of the page stays as it is", () => {
  expect(stripFrameworkErrors(data, 200)).toBe(data)
  expect(stripFrameworkErrors('["Error: la date n’existe pas"]', 404)).toBe('["Error: la date n’existe pas"]')
})
