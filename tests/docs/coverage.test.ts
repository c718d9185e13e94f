import { existsSync, readFileSync, readdirSync } from "node:fs"
import type { RouteConfigEntry } from "@react-router/dev/routes"
import { PgTable, getTableConfig } from "drizzle-orm/pg-core"
import { type ESTree, Visitor, parseSync } from "rolldown/utils"
import { describe, expect, test } from "vitest"
import siteMap from "../../app/routes.ts"
import * as accounts from "../../server/schema/accounts.ts"
import * as availability from "../../server/schema/availability.ts"
import * as bookings from "../../server/schema/bookings.ts"
import * as catalogue from "../../server/schema/catalogue.ts"
import * as content from "../../server/schema/content.ts"
import * as events from "../../server/schema/events.ts"
import * as settings from "../../server/schema/settings.ts"
import * as statistics from "../../server/schema/statistics.ts"
import { type Project, readRows, untruths } from "./coverage-table.ts"

const read = (file: string) => readFileSync(file, "utf8")

/** A file is asked about by many rows. */
function once<Answer>(work: (file: string) => Answer): (file: string) => Answer {
  const known = new Map<string, Answer>()
  return (file) => {
    const answer = known.get(file) ?? work(file)
    known.set(file, answer)
    return answer
  }
}

/** What is written about a text is not the text. */
function withoutComments(file: string, source: string): string {
  if (!/\.(tsx?|mjs)$/.test(file)) return source
  return parseSync(file, source).comments.reduceRight(
    (text, { start, end }) => text.slice(0, start) + text.slice(end),
    source,
  )
}

/** The names given to test(…), it(…), test.each(…)(…) and the like; a describe is no test. */
function testNames(file: string): string[] {
  const names: string[] = []
  const { program } = parseSync(file, read(file))
  new Visitor({
    CallExpression({ callee, arguments: [name] }) {
      if (!/^(test|it|\w+Test)(\.(?!describe)\w+)*$/.test(nameOf(callee))) return
      if (name?.type === "Literal" && typeof name.value === "string") names.push(name.value)
      if (name?.type !== "TemplateLiteral") return
      const [first] = name.quasis
      names.push(`${first?.value.cooked ?? ""}${name.quasis.length > 1 ? "…" : ""}`)
    },
  }).visit(program)
  return names
}

/** "test.each" of test.each([…]). */
function nameOf(callee: ESTree.Expression | ESTree.Super): string {
  if (callee.type === "Identifier") return callee.name
  if (callee.type === "CallExpression") return nameOf(callee.callee)
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return ""
  return `${nameOf(callee.object)}.${callee.property.name}`
}

/** Every address of the site map; a group of pages has none of its own. */
function routesOf(entries: readonly RouteConfigEntry[], above = ""): Project["routes"] {
  return entries.flatMap(({ path, index, children = [] }) => {
    const here = path === undefined ? above : `${above}/${path.replace(/:(\w+)/g, "{$1}")}`
    const own = path !== undefined || index ? [here || "/"] : []
    return [...(children.length > 0 && !index ? [] : own), ...routesOf(children, here)]
  })
}

/** "bookings.total" of every column that is both in a migration and in the code's tables. */
function columnsInBoth(): Set<string> {
  const migrations = readdirSync("migrations")
    .map((file) => read(`migrations/${file}`))
    .join("\n")
  const migrated = new Set(
    [...migrations.matchAll(/^create table (\w+) \(\n([^]*?)^\);/gm)].flatMap(([, table, body = ""]) =>
      [...body.matchAll(/^ {2}"?(\w+)"? /gm)].map(([, column]) => `${table}.${column}`),
    ),
  )
  for (const [, table, column] of migrations.matchAll(/alter table (\w+)\s+add column (?:if not exists )?"?(\w+)/g)) {
    migrated.add(`${table}.${column}`)
  }
  const inCode = [accounts, availability, bookings, catalogue, content, events, settings, statistics]
    .flatMap((module) => Object.values<unknown>({ ...module }))
    .filter((value) => value instanceof PgTable)
    .flatMap((table) => getTableConfig(table).columns.map(({ name }) => `${getTableConfig(table).name}.${name}`))
  return new Set(inCode.filter((column) => migrated.has(column)))
}

const project: Project = {
  exists: existsSync,
  textOf: once((file) => withoutComments(file, read(file))),
  testsIn: once(testNames),
  routes: routesOf(await siteMap),
  columns: columnsInBoth(),
}

describe("docs/coverage.md", () => {
  const rows = readRows(read("docs/coverage.md"))

  test("is true of the tree as it is, and every route of the site map has its row", () => {
    expect(untruths(rows, project)).toEqual([])
  })

  test("is about the whole specification", () => {
    expect(rows.length).toBeGreaterThan(200)
    expect([...new Set(rows.map(({ id }) => id[0]))].sort()).toEqual(["C", "E", "K", "M", "P", "R", "S", "V"])
  })

  test("has no line that looks like a row and is not read as one", () => {
    const lines = read("docs/coverage.md")
      .split("\n")
      .filter((text) => text.startsWith("| `"))
    expect(lines).toHaveLength(rows.length)
  })
})

describe("the comparison finds what is not true", () => {
  const shop: Project = {
    exists: (file) => ["app/cart.tsx", "app/cart.test.ts"].includes(file),
    textOf: () => "<p>Votre panier\n  est vide</p>",
    testsIn: () => ["the cart is emptied", "a cart of …"],
    routes: ["/cart", "/legal/{page}"],
    columns: new Set(["carts.id"]),
  }
  const covered = [
    "| `R-admin` | `/admin/users`: the users | pas encore (avec le back-office) | |",
    "| `R-terms` | `/legal/terms`: the terms | `app/cart.tsx` | pas encore (essai à écrire) |",
  ].join("\n")
  const cart =
    '| `R-cart` | `/cart`: says «Votre panier est vide» | `app/cart.tsx` | `app/cart.test.ts` › "the cart is emptied" |'
  const found = (...lines: string[]) => untruths(readRows(lines.join("\n")), shop)

  test("nothing, in a table that is true", () => {
    const rows = [
      cart,
      covered,
      "| `E-cart` | `carts`: `id`, and more | `app/cart.tsx` | columns only |",
      '| `E-carts` | `carts`: `id` | `app/cart.tsx` | `app/cart.test.ts` › "a cart of two is one" |',
      "| `M-empty` | «Votre panier est vide» | `app/cart.tsx` | wording only |",
      "| `K-cart` | 30 minutes | `app/cart.tsx` | pas encore (essai à écrire) |",
    ]
    expect(found(...rows)).toEqual([])
  })

  test.each([
    [
      "a file that is gone",
      "| `K-a` | a | `app/gone.tsx` | pas encore (essai à écrire) |",
      "K-a: there is no file app/gone.tsx",
    ],
    [
      "a test file that is gone",
      '| `K-a` | a | `app/cart.tsx` | `app/gone.test.ts` › "a" |',
      "K-a: there is no file app/gone.test.ts",
    ],
    [
      "a test that was renamed",
      '| `K-a` | a | `app/cart.tsx` | `app/cart.test.ts` › "the cart is filled" |',
      "K-a: app/cart.test.ts has no test “the cart is filled”",
    ],
    [
      "a message that reads otherwise",
      "| `M-a` | «Votre panier est plein» | `app/cart.tsx` | wording only |",
      "M-a: its files do not say «Votre panier est plein»",
    ],
    [
      "wording without a quotation",
      "| `M-a` | a message | `app/cart.tsx` | wording only |",
      "M-a: there is no wording to hold: nothing is quoted",
    ],
    [
      "columns without a table",
      "| `E-a` | a table | `app/cart.tsx` | columns only |",
      "E-a: there are no columns to hold: no table is named",
    ],
    [
      "a column that no table has",
      "| `E-a` | `carts`: `id`, `user_id` | `app/cart.tsx` | columns only |",
      "E-a: there is no column carts.user_id",
    ],
    ["an id that is taken", cart.replace("`/cart`: says", "says"), "R-cart: this id is taken already"],
    ["an id of no kind", "| `X-a` | a | pas encore (un jour) | |", "X-a: this is no id"],
    [
      "a route that is only claimed",
      "| `R-a` | `/faq`: help | `app/cart.tsx` | pas encore (essai à écrire) |",
      "R-a: the site map has no /faq",
    ],
    [
      "a screen that is only promised",
      "| `R-a` | `/admin/faq`: help | `app/cart.tsx` | pas encore (essai à écrire) |",
      "R-a: the site map has no /admin/faq",
    ],
    [
      "a page of a family that is there",
      "| `R-a` | `/legal/cgv`: sales | pas encore (un jour) | |",
      "R-a: /legal/cgv is there: say who does it",
    ],
    [
      "a route that came meanwhile",
      "| `R-a` | `/cart`: the cart | pas encore (avec le panier) | |",
      "R-a: /cart is there: say who does it",
    ],
    [
      "neither files nor an honest no",
      "| `K-a` | a | bientôt | |",
      "K-a: “bientôt” is neither files nor “pas encore (…)”",
    ],
    [
      "done, and nothing said of a test",
      "| `K-a` | a | `app/cart.tsx` | |",
      "K-a: “” is neither tests nor “pas encore (…)”",
    ],
    [
      "a test of what is not there",
      '| `K-a` | a | pas encore (un jour) | `app/cart.test.ts` › "the cart is emptied" |',
      "K-a: what is not there yet is held by no test",
    ],
  ])("%s", (_, row, problem) => expect(found(cart, covered, row)).toEqual([problem]))

  test("a route without a row", () => {
    expect(found(covered)).toEqual(["/cart: the site map has this route, and no row is about it"])
  })
})

describe("the project is read as it is", () => {
  test("names of tests are found, also those of a table, and no other text is taken for one", () => {
    expect(testNames("domain/booking/status.test.ts")).toContain("from $from to $to: $allowed")
    expect(testNames("tests/browser/booking-way.spec.ts")).not.toContain("without JavaScript")
  })

  test("a comment is not the text that it speaks of", () => {
    const source =
      '/** "Panier vide" */ const a = "files/*" // Panier vide\nconst b = <p>{/* Panier vide */}https://b</p>'
    expect(withoutComments("a.tsx", source)).toBe(' const a = "files/*" \nconst b = <p>{}https://b</p>')
  })

  test("the site map gives whole addresses, with what varies in braces", () => {
    expect(project.routes).toContain("/product/{id}")
    expect(project.routes).toContain("/")
  })

  test("a column counts when the migrations and the code both have it", () => {
    expect(project.columns).toContain("occupancy.hold_ends_at")
    expect(project.columns).not.toContain("occupancy.primary")
  })
})
