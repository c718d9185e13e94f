import { readFileSync, readdirSync } from "node:fs"
import { describe, expect, test } from "vitest"
import routes from "../../app/routes.ts"
import { routePatterns, writtenAddresses } from "./addresses.ts"

const patterns = routePatterns(routes)

/** Prefixes of addresses, for robots. */
const ofPrefixes = ["app/http/public-pages.ts"]

describe("an address of a page", () => {
  test("an address is written by href, so that it compiles only while its page exists", () => {
    const files = ["app", "domain", "isomorphic", "server"]
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => `${folder}/${file}`),
      )
      .filter((file) => /(?<!\.d)\.tsx?$/.test(file))
      .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file) && file !== "app/routes.ts" && !ofPrefixes.includes(file))
    const written = files.flatMap((file) =>
      writtenAddresses(file, readFileSync(file, "utf8"), patterns).map((address) => `${file}: ${address}`),
    )
    expect(written).toEqual([])
  })

  test("an address is recognised in every form", () => {
    expect(patterns).toEqual(expect.arrayContaining(["/", "/product/:id", "/admin", "/admin/bookings/jour/:day?"]))
    expect(patterns).toContain("/newsletter/confirmer/:token")
  })
})

describe("the rule on addresses", () => {
  const written = (text: string) => writtenAddresses("app/site/cart/line.tsx", text, patterns)

  test.each([
    ['<Link to="/catalog" />', "/catalog"],
    ['<Form action="/" />', "/"],
    ['throw redirect("/")', "/"],
    ['const here = "/admin/finance"', "/admin/finance"],
    ["redirect(`/cart?fait=${act}`, 303)", "/cart?fait=…"],
    ["const path = `/admin/users/${id}`", "/admin/users/…"],
    ["<Link to={`/book/${id}${search}`} />", "/book/……"],
    ["const mailed = `${origin}/account`", "/account"],
    ["const days = `/admin/bookings/jour/${day}`", "/admin/bookings/jour/…"],
    ['const legal = { to: "/legal/cgv#livraison" }', "/legal/cgv#livraison"],
  ])("the rule rejects %s", (text, address) => expect(written(text)).toEqual([address]))

  test.each([
    'href("/product/:id", { id })',
    '`${href("/cart")}?fait=retirer`',
    'path === "/"',
    '<Link to={back === "/" ? href("/account") : back} />',
    'redirect(codePath(back ?? "/"))',
    '"/catalogue"',
    'path.split("/")',
    'type Page = "/" | "/catalog"',
    'import "/admin"',
    "`/illustrations/${name}.svg`",
    "`${day}/${month}`",
  ])("the rule accepts %s", (text) => expect(written(text)).toEqual([]))
})
