import { expect, test } from "vitest"
import { withoutFramework } from "./framework-labels.ts"

const sentence =
  'Error: You made a POST request to "/catalog" but did not provide an `action` for route "site/catalog/route", so there is no way to handle the request.'
const data = JSON.stringify([{ _1: 2 }, "error", ["ErrorResponse", 3, 4, 5], sentence, 405, "Method Not Allowed"])

test("the data of a refused page keeps its places and loses the framework's sentence", () => {
  const said = withoutFramework(data, 405)
  expect(JSON.parse(said)).toEqual([{ _1: 2 }, "error", ["ErrorResponse", 3, 4, 5], "", 405, "Method Not Allowed"])
})

test("so does the same data within the page's script", () => {
  const page = `<script>enqueue(${JSON.stringify(data)});</script><p>Cette page ne reçoit pas de formulaire</p>`
  const said = withoutFramework(page, 405)
  expect(said).not.toContain("site/catalog/route")
  const [, script = ""] = /enqueue\((.*)\);<\/script>/.exec(said) ?? []
  expect(JSON.parse(JSON.parse(script) as string)).toHaveLength(6)
  expect(said).toContain("Cette page ne reçoit pas de formulaire")
})

test("what a page says otherwise stays as it is", () => {
  expect(withoutFramework(data, 200)).toBe(data)
  expect(withoutFramework('["Error: la date n’existe pas"]', 404)).toBe('["Error: la date n’existe pas"]')
})
