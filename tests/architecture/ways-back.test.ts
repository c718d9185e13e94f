import { readFileSync } from "node:fs"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import { expect, test } from "vitest"
import { safeReturnPath } from "../../app/http/return-path.ts"
import siteMap from "../../app/routes.ts"
import { crumbsOf } from "../../app/site/frame/crumbs.ts"

type Address = { pattern: string; file: string }

const listAddresses = (entries: readonly RouteConfigEntry[], above = ""): Address[] =>
  entries.flatMap(({ path, index, file, children = [] }) => {
    const pattern = path === undefined ? above : `${above}/${path}`
    const own = (path !== undefined || index) && !pattern.endsWith("*") ? [{ pattern: pattern || "/", file }] : []
    return [...own, ...listAddresses(children, pattern)]
  })
const secret = "Zk3-q0vX_a1"
const filled = (pattern: string) =>
  pattern
    .replace(/:\w+\?/g, "1")
    .replaceAll(/:number/g, "1")
    .replaceAll(/:\w+/g, secret)
const all = listAddresses(await siteMap)
const isScreen = ({ file }: Address) => file.endsWith(".tsx")
const isPage = (path: string) => {
  const { pathname } = new URL(path, "http://ours.invalid")
  return all.filter(isScreen).some(({ pattern }) => {
    const source = pattern
      .replaceAll(".", "\\.")
      .replaceAll(/\/:\w+\?/g, "(/[^/]+)?")
      .replaceAll(/:\w+/g, "[^/]+")
    return new RegExp(`^${source}$`).test(pathname)
  })
}

test("every link of the breadcrumb of small screens leads to a page", () => {
  // These have no site frame around them.
  const screens = all.filter((each) => isScreen(each) && !/^\/(admin|embed)\b/.test(each.pattern))
  const links = screens.flatMap(({ pattern }) => crumbsOf(filled(pattern)).slice(0, -1))
  expect(links.length).toBeGreaterThan(40)
  expect(links.flatMap(({ href }) => (href === undefined || isPage(href) ? [] : [href]))).toEqual([])
})

test("signing in for a file leads back to its page, because a script cannot show a file", () => {
  const redirects = (file: string) => readFileSync(`app/${file}`, "utf8").includes("redirect(")
  const files = all.filter(
    (each) => /^\/(account|admin)\//.test(each.pattern) && !isScreen(each) && !redirects(each.file),
  )
  expect(files.length).toBeGreaterThan(15)
  const backs = files.map(({ pattern }) => [pattern, safeReturnPath(filled(pattern))] as const)
  expect(backs.filter(([, back]) => !isPage(back))).toEqual([])
})
