import { execFile } from "node:child_process"
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import os from "node:os"
import path from "node:path"
import { promisify } from "node:util"
import type { APIRequestContext } from "@playwright/test"
import { type Shop, expect, test } from "../harness/shop.ts"
import { publicAddressesByRoute, readPublicIds } from "./public-addresses.ts"

const program = promisify(execFile)
const nu = path.resolve("node_modules/vnu-jar/build/dist/vnu.jar")

/** Forms whose refusal is a page of its own. */
const refused: readonly [string, Record<string, string>][] = [
  ["/contact", { name: "", email: "elodie@exemple", message: "" }],
  ["/newsletter", { email: "elodie@exemple" }],
  ["/connexion", { email: "elodie@exemple.example", password: "pas le bon mot de passe" }],
  ["/mot-de-passe-oublie", { email: "elodie@exemple" }],
  ["/inscription", { name: "", email: "elodie", password: "abc" }],
]

const broken = [
  ["/services", "services_page_content"],
  ["/about", "about_page_content"],
  ["/faq", "faq_entries"],
  ["/catalog", "products"],
  ["/", "site_config"],
] as const

async function fetchPages(request: APIRequestContext, shop: Shop): Promise<Map<string, string>> {
  const ids = await readPublicIds(shop)
  const pages = new Map<string, string>()
  const keep = async (name: string, response: ReturnType<APIRequestContext["get"]>) =>
    void pages.set(name, await (await response).text())
  for (const address of Object.values(publicAddressesByRoute).flatMap((of) => of(ids)))
    await keep(address, request.get(address))
  for (const [address, form] of refused)
    await keep(`${address} refused`, request.post(address, { form, headers: { Origin: shop.url } }))
  await keep(
    "a form from elsewhere",
    request.post("/contact", { form: {}, headers: { Origin: "https://ailleurs.example" } }),
  )
  for (const [address, table] of broken) {
    await shop.sql(`alter table ${table} rename to away`)
    await keep(`${address} without ${table}`, request.get(address))
    await shop.sql(`alter table away rename to ${table}`)
  }
  return pages
}

type NuMessage = { type: string; url?: string; lastLine?: number; message: string; extract?: string }

/** Checks all pages with one start of Java; null without Java. */
async function checkWithNu(folder: string): Promise<string[] | null> {
  const hasJava = await program("java", ["-version"]).then(
    () => true,
    () => false,
  )
  if (!hasJava) return null
  const { stderr } = await program(
    "java",
    [
      // The run is too short for Java's second compiler to pay; code of the first needs a deeper stack.
      "-XX:TieredStopAtLevel=1",
      "-XX:+UseSerialGC",
      "-Xss8m",
      "-Xshare:auto",
      "-jar",
      nu,
      "--format",
      "json",
      "--exit-zero-always",
      "--skip-info-messages",
      "--errors-only",
      folder,
    ],
    { maxBuffer: 64 * 1024 * 1024 },
  )
  const { messages } = JSON.parse(stderr) as { messages: NuMessage[] }
  return messages.map(
    ({ url = "", message, extract = "" }) => `${path.basename(url)}: ${message} «${extract.replace(/\s+/g, " ")}»`,
  )
}

/** Needs no Java, and checks less. */
async function checkWithHtmlValidate(pages: ReadonlyMap<string, string>): Promise<string[]> {
  const { HtmlValidate } = await import("html-validate")
  const checker = new HtmlValidate({ extends: ["html-validate:standard"] })
  const problems: string[] = []
  for (const [name, html] of pages) {
    const { results } = await checker.validateString(html)
    for (const { messages } of results)
      problems.push(
        ...messages
          .filter(({ severity }) => severity === 2)
          .map(({ ruleId, message, line }) => `${name}:${line}: ${ruleId}: ${message}`),
      )
  }
  return problems
}

/** A page with one mistake, which proves that the checker works. */
const mistaken =
  '<!DOCTYPE html><html lang="fr"><head><title>Une faute</title></head><body><ul><p>Une puce</p></ul></body></html>'

test("every public page, refusal and error page is valid HTML", async ({ request, shop }) => {
  const pages = await fetchPages(request, shop)
  pages.set("mistaken", mistaken)
  const folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-html-"))
  try {
    const names = [...pages.keys()]
    for (const [index, name] of names.entries()) {
      expect(pages.get(name), name).toMatch(/^<!DOCTYPE html>/i)
      await writeFile(
        path.join(folder, `${index}${name.replace(/[^\w-]+/g, "_").slice(0, 60)}.html`),
        pages.get(name) ?? "",
      )
    }
    const problems = (await checkWithNu(folder)) ?? (await checkWithHtmlValidate(pages))
    expect(problems).toEqual([expect.stringContaining("mistaken")])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
