import { readFileSync } from "node:fs"
import { globSync } from "node:fs"
import { expect, test } from "vitest"
import type { ListShape } from "./list-url.ts"
import { listTitle, filteredTitle } from "./list-title.ts"

const shape: ListShape<"date"> = {
  path: "/liste",
  sorts: ["date"],
  defaultOrder: "-date",
  filters: { etat: ["confirmee"], produit: null, du: null, message: null },
}
const titled = (address: string) =>
  listTitle("Réservations", shape, address, { etat: { confirmee: "Confirmées" } }).replaceAll("\u00a0", " ")

test("the title of a list is its name and its filters", () => {
  expect(titled("")).toBe("Réservations")
  expect(titled("?q=dupont&etat=confirmee&page=2")).toBe("Réservations : « dupont », confirmées, page 2")
  expect(titled("?du=2027-06-14&produit=3f2c9e1a-7b4d-4c58-9a1e-0d6b5f2a8c37")).toBe(
    "Réservations : un seul produit, du 14 juin 2027",
  )
})

test("the title ignores the sort order, an open message, the first page and invalid values", () => {
  expect(titled("?tri=date&message=1&page=1&etat=perdue")).toBe("Réservations")
})

test("a list with its own address format has its filters in its title too", () => {
  expect(filteredTitle("Journal", {})).toBe("Journal")
  expect(filteredTitle("Journal", { search: "prix", filtered: [null, "finances"], page: 3 })).toBe(
    "Journal\u00a0: «\u00a0prix\u00a0», finances, page 3",
  )
  for (const name of ["journal", "availability", "options", "manuals", "rights"])
    expect([name, readFileSync(`app/admin/${name}/route.tsx`, "utf8").includes("title: filteredTitle(")]).toEqual([
      name,
      true,
    ])
})

test("every list of the back office that is filtered by its address has its filters in its title", () => {
  const routes = globSync("app/admin/**/route.tsx").filter((file) => {
    const folder = file.replace(/route\.tsx$/, "")
    const loads = [file, `${folder}load.server.ts`].map((each) => {
      try {
        return readFileSync(each, "utf8")
      } catch {
        return ""
      }
    })
    return loads.some((text) => text.includes("readListUrl("))
  })
  expect(routes.length).toBeGreaterThan(10)
  expect(routes.filter((file) => !readFileSync(file, "utf8").includes("listTitle("))).toEqual([])
})
