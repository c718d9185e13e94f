import { describe, expect, test } from "vitest"
import type { ProfileId } from "../../domain/id.ts"
import { nastyNames } from "../../tests/nasty-names.ts"
import { contentSecurityPolicy } from "../security.ts"
import { placesOf } from "./addresses.ts"
import { type OwnValues, type Shape, newMarks, plainly } from "./marks.ts"
import { headersOfPage, markedPage } from "./marked-page.fixture.ts"
import { type Template, templateOf } from "./template.ts"

const withoutCart: Shape = { isAdmin: false, phoneMissing: false, hasCart: false }
const withCart: Shape = { ...withoutCart, hasCart: true }
const address = (path: string) => ({
  path,
  page: {
    pattern: "/catalog",
    reads: [],
    alike: "all" as const,
    asks: {},
    isOfSite: true,
    marked: [],
    routes: new Set(["root", "frame", "catalog"]),
  },
})

function somebody(name: string, more: Partial<OwnValues> = {}): OwnValues {
  const userId = "0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f" as ProfileId
  const own = { userId, name, email: `${name}@exemple.example`, endsInSeconds: 604_800, cartLines: 0 }
  return { ...own, requestId: "7d9c36e5", nonce: "bm9uY2U=", ...more }
}

/** What becomes of a page that is rendered with marks. */
function cut(shape: Shape, write: (values: OwnValues) => string = markedPage, headers?: Headers): Template | string {
  const marks = newMarks(shape)
  return templateOf(
    write(marks.values),
    headers ?? headersOfPage(marks.values),
    marks,
    placesOf(address("/catalog"), shape),
  )
}

function sound(template: Template | string): Template {
  if (typeof template === "string") throw new Error(template)
  return template
}

describe("a page that is filled in", () => {
  test.each(nastyNames)("is the one that would be rendered for %j", (name) => {
    const person = somebody(name)
    expect(sound(cut(withoutCart)).pageOf(person).toString()).toBe(markedPage(person))
    const customer = somebody(name, { cartLines: 3 })
    expect(sound(cut(withCart)).pageOf(customer).toString()).toBe(markedPage(customer))
  })

  test("has the policy of its own scripts, and no header of anybody's", () => {
    const headers = Object.fromEntries(sound(cut(withoutCart)).headersFor(somebody("Camille")))
    expect(headers).toEqual({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": contentSecurityPolicy("bm9uY2U="),
    })
  })

  test("has marks of its own each time, which nobody can guess", () => {
    const [one, other] = [newMarks(withCart), newMarks(withCart)].map(({ values }) => Object.values(values))
    expect(new Set([...(one ?? []), ...(other ?? [])]).size).toBe(14)
    for (const mark of [...(one ?? []), ...(other ?? [])])
      expect(String(mark)).toMatch(/^(m[0-9a-f]{40}|1\d{14}|2\d{14})$/)
  })

  test("is as well the data of a page, of which any part may be asked for", () => {
    const marks = newMarks(withoutCart)
    const dataOf = ({ name, email, userId, endsInSeconds, requestId }: OwnValues) =>
      `[{"_1":2},${[name, email, userId, endsInSeconds, requestId].map((value) => JSON.stringify(value)).join(",")}]`
    const headers = new Headers({ "content-type": "text/x-script" })
    const all = templateOf(dataOf(marks.values), headers, marks, placesOf(address("/catalog.data"), withoutCart))
    for (const name of nastyNames) {
      const filled = sound(all).pageOf(somebody(name)).toString()
      expect(filled).toBe(dataOf(somebody(name)))
    }
    const part = placesOf(address("/catalog.data?_routes=catalog"), withoutCart)
    expect(
      sound(templateOf('[{"_1":2},"products"]', headers, marks, part))
        .pageOf(somebody("Camille"))
        .toString(),
    ).toBe('[{"_1":2},"products"]')
    expect(templateOf(dataOf(marks.values), headers, marks, part)).toContain("not 0")
  })
})

describe("a page that says anything else of who reads it is not kept", () => {
  const within = (shown: (values: OwnValues) => string) => (values: OwnValues) => markedPage(values, shown(values))
  const cases: Record<string, [(values: OwnValues) => string, string]> = {
    "greets them": [within(({ name }) => `<b>${name}</b>`), "name stands 2 times in its text, not 1"],
    "says where they write from": [within(({ email }) => `<b>${email}</b>`), "email stands 1 times in its text, not 0"],
    "fills in a form": [within(({ email }) => `<input value="${email}">`), "email stands where it is not expected"],
    "links to them": [within(({ userId }) => `<a href="/x/${userId}">x</a>`), "userId stands where it is not expected"],
    "says it in a script of its own": [
      within(({ name, nonce }) => `<script nonce="${nonce}">greet("${name}")</script>`),
      "name stands where it is not expected",
    ],
    "says it to search engines": [
      within(({ name }) => `<script type="application/ld+json">{"name":"${name}"}</script>`),
      "name stands where it is not expected",
    ],
    "says nothing of them": [() => "<html><body></body></html>", "name stands 0 times in its text, not 1"],
    "shortens their name": [
      (values) => markedPage(values).replace(values.name, values.name.slice(0, 10)),
      "name stands 0 times in its text, not 1",
    ],
    "hands on the number of its scripts": [
      within(({ nonce }) => `<b>${nonce}</b>`),
      "nonce stands where it is not expected",
    ],
    "has a script of another answer": [
      within(() => `<script nonce="other">x()</script>`),
      "nonce stands 2 times in its attribute, not 3",
    ],
  }
  test.each(Object.entries(cases))("%s", (_, [write, why]) => {
    expect(cut(withoutCart, write)).toBe(why)
  })

  test("in its headers", () => {
    const marks = newMarks(withoutCart)
    const places = placesOf(address("/catalog"), withoutCart)
    const [named, loose] = [headersOfPage(marks.values), headersOfPage({ nonce: "other" })]
    named.set("x-greeting", marks.values.name)
    expect(templateOf(markedPage(marks.values), named, marks, places)).toBe("a header says who asks")
    expect(templateOf(markedPage(marks.values), loose, marks, places)).toBe("it has another policy")
  })
})

test("whoever has more to be told than such values has no such page", () => {
  const { framed } = newMarks(withCart)
  expect(plainly(framed)?.shape).toEqual(withCart)
  const other = "1c9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f" as ProfileId
  for (const more of [
    { isNew: true },
    { acting: { name: "Claire", rights: "book" as const } },
    { acting: { name: "Claire", rights: null } },
    { others: [{ id: other, name: "Claire" }] },
    { accountId: other },
    { accountId: null },
    { name: "" },
    { endsInSeconds: 0 },
  ])
    expect(plainly({ ...framed, ...more })).toBeNull()
})
