import type { IncomingMessage } from "node:http"
import { expect, test } from "vitest"
import { matchCacheablePage } from "./cacheable.ts"

const id = "0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f"
const choice = `cookiePreferences=11.${Math.floor(Date.now() / 1000)}`

function pageFor(url: string, headers: Record<string, string> = {}, method = "GET") {
  const request = { method, url, headers: { host: "boutique.example", ...headers } } as unknown as IncomingMessage
  return matchCacheablePage(request)
}

test("a stranger's public page is cacheable, and no private page nor one with a query", () => {
  for (const url of [
    "/",
    "/catalog",
    `/product/${id}`,
    `/product/${"a".repeat(40)}-${id}`,
    `/manual/${id}`,
    "/legal/cgv",
    "/legal/cookies",
  ])
    expect([url, pageFor(url)?.path]).toEqual([url, url])
  const others = ["/cart", "/account", "/admin", "/contact", "/newsletter", `/book/${id}`, "/connexion", "/signer/abc"]
  for (const url of [...others, "/catalog?date=2027-06-12", "/catalog.data", `/product/${id}/x`, "/legal/../cart"])
    expect([url, pageFor(url)]).toEqual([url, null])
  expect(pageFor("/", {}, "POST")).toBeNull()
  expect(pageFor("/", { host: "bou tique" })).toBeNull()
})

test("a visitor whose page may differ from a stranger's bypasses the cache", () => {
  for (const cookie of [
    "guinguette.session_token=x",
    "__Host-guinguette.session_token=x",
    "guinguette.wanted=%2Fadmin",
  ])
    expect([cookie, pageFor("/", { cookie })]).toEqual([cookie, null])
  expect(pageFor("/", { authorization: "Bearer x" })).toBeNull()
  expect(pageFor("/", { cookie: "guinguette.device=x; other=1" })).not.toBeNull()
})

test("visitors who have answered about cookies share a separate cached page", () => {
  expect(pageFor("/", { cookie: choice })?.key).not.toBe(pageFor("/")?.key)
  expect(pageFor("/", { cookie: choice })?.key).toBe(pageFor("/", { cookie: choice.replace("=11", "=00") })?.key)
  expect(pageFor("/legal/cookies", { cookie: choice })).toBeNull()
})
