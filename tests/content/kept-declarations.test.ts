import { readFileSync } from "node:fs"
import { afterEach, beforeAll, expect, test, vi } from "vitest"
import type { Kept } from "../../server/kept/declaration.ts"
import { makeFinanceSettings, makeProduct } from "../factories.ts"
import { routeArgs } from "../accounts/browser.ts"

type KeptRoute = { kept: Kept; loader(args: never): Promise<unknown> | unknown }

const modules = import.meta.glob<KeptRoute>(["../../app/root.tsx", "../../app/{site,machine}/**/*.{ts,tsx}"])
const declaring = Object.keys(modules).filter((file) =>
  /^export const kept\b/m.test(readFileSync(new URL(file, import.meta.url), "utf8")),
)

let id = ""
beforeAll(async () => {
  await makeFinanceSettings()
  id = (await makeProduct()).id
})
afterEach(() => vi.restoreAllMocks())

test("there are routes that declare what they show", () => {
  expect(declaring.length).toBeGreaterThan(15)
})

// A parameter that changes the page and is not declared would be dropped from the address of what is kept.
test.each(declaring)("%s declares every parameter of the address that its loader reads", async (file) => {
  const { kept, loader } = (await modules[file]?.()) ?? {}
  if (!kept || !loader) throw new Error(`${file} has no loader`)
  const asked = new Set<string>()
  for (const method of ["get", "getAll", "has"] as const) {
    const original = URLSearchParams.prototype[method] as (name: string) => unknown
    vi.spyOn(URLSearchParams.prototype, method).mockImplementation(function (this: URLSearchParams, name: string) {
      asked.add(name)
      return original.call(this, name) as never
    })
  }
  const params = { id, page: "cgv", file: "site.jpg" }
  const args = await routeArgs(new Request("http://localhost:3000/?unknown=1"), params)
  // What it answers, were it that there is no such text, is not asked here.
  await Promise.resolve(loader(args as never)).catch(() => null)
  expect([...asked].filter((name) => !(name in (kept.asks ?? {})))).toEqual([])
})
