import { existsSync, readFileSync, readdirSync } from "node:fs"
import path from "node:path"
import { describe, expect, test } from "vitest"
import { z } from "zod"
import { cycles, fileGraph, folderGraph, parseModule, readModules, target } from "./module-graph.ts"
import {
  browserModulesWithState,
  upwardImports,
  domainRooms,
  unusedExports,
  emptyFolderName,
  kebab,
  offences,
  rules,
  screensImportingScreens,
  serverRooms,
} from "./rules.ts"

const folders = ["app", "domain", "isomorphic", "server", "seed", "bin", "bench", "proofs", "tests"]
const modules = readModules(process.cwd(), folders)

/** Run by tests and measurements only, so they may import from `devDependencies`. */
const tools = [
  "{tests,bench,proofs,bin/checks}/**",
  "**/*.{test,fixture,build}.{ts,tsx}",
  "bin/commands/{bench,coverage,mutate,prove,size,test}.ts",
]

describe("the import rules", () => {
  for (const rule of rules) test(rule.name, () => expect(offences(rule, modules)).toEqual([]))

  test("a screen never imports another screen", () => expect(screensImportingScreens(modules)).toEqual([]))

  test("no browser module holds mutable state", () => expect(browserModulesWithState(modules)).toEqual([]))

  test("every export is used by another file, and not by tests alone", () => {
    expect(unusedExports(modules)).toEqual([])
  })

  test("no files import each other in a circle", () => expect(cycles(fileGraph(modules))).toEqual([]))

  test("no folders of the pages import each other in a circle", () => {
    const pages = modules.filter(({ file }) => /^app\/.+\//.test(file) && !/\.test\.tsx?$/.test(file))
    expect(cycles(folderGraph(pages))).toEqual([])
  })

  test.each([
    ["server", serverRooms],
    ["domain", domainRooms],
  ])("no folder of %s/ imports one above it", (layer, rooms) => {
    const folders = readdirSync(layer, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).toSorted()).toEqual(rooms.filter((room) => room !== ".").toSorted())
    expect(upwardImports(modules, layer, rooms)).toEqual([])
  })

  test("no file re-exports another's exports", () => {
    expect(modules.filter((module) => module.barrel).map((module) => module.file)).toEqual([])
  })

  test("every relative import names an existing file, with its extension", () => {
    const lost = modules.flatMap((module) =>
      module.imports.flatMap((request) => {
        const file = target(module, request)
        // The `+types` of a route exist only after `react-router typegen`.
        const exists = file === null || /\/\+types\//.test(file) || existsSync(path.resolve(file))
        return exists ? [] : [`${module.file}: ${request}`]
      }),
    )
    expect(lost).toEqual([])
  })

  test("the product imports only packages that npm start installs", () => {
    const { dependencies } = z
      .object({ dependencies: z.record(z.string(), z.string()) })
      .parse(readJson("package.json"))
    const product = modules.filter(({ file }) => !tools.some((pattern) => path.matchesGlob(file, pattern)))
    const foreign = product.flatMap(({ file, imports }) =>
      imports
        .filter((request) => /^[a-z@]/.test(request) && !request.startsWith("node:") && !request.startsWith("virtual:"))
        .map((request) => request.split("/", request.startsWith("@") ? 2 : 1).join("/"))
        .filter((name) => !(name in dependencies))
        .map((name) => `${file}: ${name}`),
    )
    expect(product.length).toBeGreaterThan(1000)
    expect(foreign).toEqual([])
  })

  test("tsc without arguments checks every file: only generated and installed files are excluded", () => {
    // A referenced project would be left out: tsc reads its declarations instead, and there are none.
    expect(readJson("tsconfig.json")).toMatchObject({
      include: ["**/*", ".react-router/types/**/*"],
      exclude: ["node_modules", "build", "data", ".tmp"],
    })
    expect(readJson("tsconfig.json")).not.toHaveProperty("references")
  })

  test("no folder has an empty name such as utils", () => {
    expect(modules.map((module) => module.file).filter((file) => emptyFolderName.test(file))).toEqual([])
  })

  test("every file is named in kebab-case", () => {
    expect(modules.map((module) => module.file).filter((file) => !kebab.test(path.basename(file)))).toEqual([])
  })
})

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, "utf8"))
}

describe("the rules reject offences", () => {
  const broken = (file: string, text: string) => {
    const module = parseModule(file, text)
    return rules.flatMap((rule) => offences(rule, [module]))
  }

  test.each([
    ["domain/money.ts", 'import fs from "node:fs"', "node:fs"],
    ["domain/money.ts", 'import { z } from "zod"', "zod"],
    [
      "domain/pricing/price.ts",
      'import type { Pool } from "../../server/platform/database.server.ts"',
      "server/platform/database.server.ts",
    ],
    ["domain/money.ts", 'import { csv } from "../isomorphic/csv.ts"', "isomorphic/csv.ts"],
    ["isomorphic/csv.ts", 'import { log } from "../server/platform/log.ts"', "server/platform/log.ts"],
    ["isomorphic/csv.ts", 'import { z } from "zod"', "zod"],
    ["server/bookings/place.ts", 'export { page } from "../../app/site/home/route.tsx"', "app/site/home/route.tsx"],
    ["server/bookings/place.ts", 'const { seed } = await import("../../seed/seed.ts")', "seed/seed.ts"],
    ["app/ui/button.tsx", 'import { euros } from "../../domain/money.ts"', "domain/money.ts"],
    [
      "app/site/cart/line.tsx",
      'import { holdDays } from "../../../server/bookings/cart/hold.ts"',
      "server/bookings/cart/hold.ts",
    ],
    ["app/http/forms.ts", 'import { hero } from "../site/home/hero.tsx"', "app/site/home/hero.tsx"],
    ["app/kit/brand.tsx", 'import { Sheet } from "../admin/kit/sheet.tsx"', "app/admin/kit/sheet.tsx"],
    ["app/site/kit/price.tsx", 'import { Cookies } from "../frame/cookies.tsx"', "app/site/frame/cookies.tsx"],
    ["app/site/frame/cookies.tsx", 'import { Hero } from "../home/hero.tsx"', "app/site/home/hero.tsx"],
    ["app/site/cart/line.tsx", 'import { Sheet } from "../../admin/kit/sheet.tsx"', "app/admin/kit/sheet.tsx"],
    ["app/admin/kit/sheet.tsx", 'import { crumbs } from "../frame/crumbs.ts"', "app/admin/frame/crumbs.ts"],
    ["app/admin/faq/form.tsx", 'import { Prose } from "../../site/kit/prose.tsx"', "app/site/kit/prose.tsx"],
    [
      "app/site/home/route.tsx",
      'import { products } from "../../../server/platform/schema/catalog.ts"',
      "server/platform/schema/catalog.ts",
    ],
    ["app/site/home/route.tsx", 'import { eq } from "drizzle-orm"', "drizzle-orm"],
    ["app/site/home/hero.tsx", 'import { createHash } from "node:crypto"', "node:crypto"],
    ["app/ui/button.tsx", 'import { z } from "zod"', "zod"],
    ["app/site/home/route.tsx", 'import { S3Client } from "@aws-sdk/client-s3"', "@aws-sdk/client-s3"],
  ])("%s may not contain: %s", (file, text, imported) => {
    expect(broken(file, text)).toEqual([`${file} imports ${imported}`])
  })

  test.each([
    ["domain/pricing/price.test.ts", 'import fc from "fast-check"; import { test } from "vitest"'],
    ["server/bookings/place.test.ts", 'import { freshDatabase } from "../harness/database.ts"; import pg from "pg"'],
    ["app/site/cart/line.tsx", 'import type { CartLine } from "../../../server/bookings/cart/read.ts"'],
    ["app/site/home/load.server.ts", 'import { listProducts } from "../../../server/catalog/queries.ts"'],
    [
      "app/site/home/route.tsx",
      'import { listProducts } from "../../../server/catalog/queries.ts"; import { Form } from "react-router"',
    ],
  ])("%s may contain: %s", (file, text) => expect(broken(file, text)).toEqual([]))

  const screens = [
    parseModule("app/admin/faq/route.tsx", ""),
    parseModule("app/admin/bookings/route.tsx", ""),
    parseModule("app/admin/bookings/new/route.tsx", ""),
  ]

  test.each([
    ["app/admin/faq/form.tsx", 'import { Row } from "../bookings/row.tsx"', "app/admin/bookings/row.tsx"],
    [
      "app/admin/faq/load.server.ts",
      'import type { Row } from "../bookings/new/row.tsx"',
      "app/admin/bookings/new/row.tsx",
    ],
    ["app/admin/bookings/row.tsx", 'import { Row } from "./new/row.tsx"', "app/admin/bookings/new/row.tsx"],
  ])("a screen may not import another: %s %s", (file, text, imported) => {
    expect(screensImportingScreens([...screens, parseModule(file, text)])).toEqual([`${file} imports ${imported}`])
  })

  test.each([
    ["app/admin/bookings/new/row.tsx", 'import { Row } from "../row.tsx"; import { days } from "../order/days.tsx"'],
    ["app/admin/faq/form.tsx", 'import { Sheet } from "../kit/sheet.tsx"; import { crumbs } from "../frame/crumbs.ts"'],
  ])("a screen may import its parent's parts, the kit and the frame: %s", (file, text) => {
    expect(screensImportingScreens([...screens, parseModule(file, text)])).toEqual([])
  })

  test("the rule finds an upward import, and no downward one", () => {
    const up = parseModule("server/money/payments/pay.ts", 'import { place } from "../../bookings/place.ts"')
    const down = parseModule("server/bookings/place.ts", 'import { pay } from "../money/payments/pay.ts"')
    expect(upwardImports([up, down], "server", serverRooms)).toEqual([
      "server/money/payments/pay.ts imports server/bookings/place.ts",
    ])
  })

  test("the rule finds a circle of folders, and counts a folder with its content as one", () => {
    const circle = [
      parseModule("app/site/frame/a.ts", 'import "../kit/b.ts"; import "./cookies/c.ts"'),
      parseModule("app/site/frame/cookies/c.ts", 'import "../a.ts"'),
      parseModule("app/site/kit/d.ts", 'import "../frame/a.ts"'),
    ]
    expect(cycles(folderGraph(circle))).toEqual(["app/site/frame → app/site/kit → app/site/frame"])
  })

  test("the rule finds mutable state of a browser module, and only outside its functions", () => {
    const findOffences = (file: string, text: string) => browserModulesWithState([parseModule(file, text)])
    expect(findOffences("app/site/kit/steps.ts", "let left: string | null = null")).toEqual(["app/site/kit/steps.ts"])
    expect(findOffences("app/admin/kit/unsaved.ts", "export let unsaved = 0")).toEqual(["app/admin/kit/unsaved.ts"])
    expect(findOffences("app/site/kit/steps.ts", "const seen = new Map<string, Set<string>>()")).toEqual([
      "app/site/kit/steps.ts",
    ])
    expect(findOffences("app/site/kit/steps.ts", "const none: ReadonlySet<string> = new Set()")).toEqual([])
    expect(findOffences("app/site/kit/steps.ts", "const days = new Set([1, 2])")).toEqual([])
    expect(findOffences("app/site/kit/steps.ts", "export function step() { let left = 0; return left }")).toEqual([])
    expect(findOffences("app/site/home/load.server.ts", "let asked = 0")).toEqual([])
  })

  test("the rule finds an export without users, or with tests as its only users", () => {
    const findOffences = (of: string, by: string, asking: string) =>
      unusedExports([parseModule("domain/money.ts", of), parseModule(by, asking)])
    const euros = "export const euros = (cents) => cents / 100"
    const asking = 'import { euros } from "./money.ts"'
    expect(findOffences(euros, "domain/price.ts", "")).toEqual(["domain/money.ts exports euros"])
    expect(findOffences(euros, "domain/money.test.ts", asking)).toEqual(["domain/money.ts exports euros"])
    expect(findOffences(`${euros}; export const price = euros(1)`, "domain/money.test.ts", asking)).toEqual([
      "domain/money.ts exports price",
    ])
    expect(findOffences(euros, "domain/price.ts", asking)).toEqual([])
    expect(findOffences(euros, "domain/price.ts", 'import * as money from "./money.ts"')).toEqual([])
    expect(findOffences(euros, "domain/price.ts", 'const { euros } = await import("./money.ts")')).toEqual([])
    expect(findOffences("export type Euros = number", "domain/price.ts", "")).toEqual(["domain/money.ts exports Euros"])
    expect(
      findOffences("export type Euros = number", "domain/price.ts", 'import type { Euros } from "./money.ts"'),
    ).toEqual([])
  })

  test("the rule finds a circle of three once", () => {
    const circle = [
      parseModule("domain/a.ts", 'import "./b.ts"'),
      parseModule("domain/b.ts", 'import "./c.ts"'),
      parseModule("domain/c.ts", 'import "./a.ts"'),
    ]
    expect(cycles(fileGraph(circle))).toEqual(["domain/a.ts → domain/b.ts → domain/c.ts → domain/a.ts"])
  })

  test("the rule recognises a barrel by its re-exports", () => {
    expect(parseModule("app/ui/index.ts", 'export { Button } from "./button.tsx"').barrel).toBe(true)
    expect(parseModule("app/ui/all.ts", 'export * from "./button.tsx"').barrel).toBe(true)
    expect(parseModule("app/http/visitor.ts", 'import { z } from "zod"; export { path } from "./path.ts"').barrel).toBe(
      true,
    )
    expect(parseModule("server/main.ts", 'export { jobs } from "./jobs/schedule.ts"').barrel).toBe(false)
  })
})
