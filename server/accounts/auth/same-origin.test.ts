import { describe, expect, test } from "vitest"
import { passesOriginCheck } from "./same-origin.ts"

const post = (headers: Record<string, string>) => ({ method: "POST", headers: new Headers(headers) })
const ours = "https://guinguette.example"

describe("a request that changes something", () => {
  test("the request passes from a page of this site", () => {
    expect(passesOriginCheck(post({ origin: ours }), ours)).toBe(true)
    expect(passesOriginCheck(post({ referer: `${ours}/book/1?x=1` }), ours)).toBe(true)
    expect(passesOriginCheck(post({ "sec-fetch-site": "same-origin" }), ours)).toBe(true)
    expect(passesOriginCheck(post({ origin: "null", "sec-fetch-site": "same-origin" }), ours)).toBe(true)
  })

  test.each([
    { origin: "https://ailleurs.example" },
    { origin: "http://guinguette.example" },
    { origin: "https://guinguette.example:8443" },
    { origin: "https://guinguette.example.ailleurs.example" },
    { origin: "https://sous.guinguette.example" },
    { origin: "null" },
    { origin: "n'importe quoi" },
    { origin: "null", "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "none" },
    { referer: "https://ailleurs.example/?https://guinguette.example/" },
    { origin: "https://ailleurs.example", referer: "https://guinguette.example/" },
    {},
  ])("the request is refused from elsewhere: %o", (headers) => {
    expect(passesOriginCheck(post(headers as Record<string, string>), ours)).toBe(false)
  })

  test("the request is compared with its own host when no public address is configured", () => {
    expect(passesOriginCheck(post({ origin: "http://192.168.1.20:3000", host: "192.168.1.20:3000" }), null)).toBe(true)
    expect(passesOriginCheck(post({ origin: "http://192.168.1.20:4000", host: "192.168.1.20:3000" }), null)).toBe(false)
    expect(passesOriginCheck(post({ origin: "http://ailleurs.example", host: "localhost:3000" }), null)).toBe(false)
  })

  test.each(["PUT", "PATCH", "DELETE", "post"])("the request is checked whatever its method: %s", (method) => {
    expect(passesOriginCheck({ method, headers: new Headers({ origin: "https://ailleurs.example" }) }, ours)).toBe(
      false,
    )
  })
})

test.each(["GET", "HEAD"])("a read-only request passes from anywhere: %s", (method) => {
  expect(passesOriginCheck({ method, headers: new Headers({ origin: "https://ailleurs.example" }) }, ours)).toBe(true)
})

describe("unsubscribing by the link of a mail", () => {
  const token = "0123456789abcdef0123456789abcdef0123"
  const at = (path: string, method = "POST", headers: Record<string, string> = {}) =>
    passesOriginCheck({ method, url: `${ours}${path}`, headers: new Headers(headers) }, ours)

  test("a mail program may unsubscribe, although it sends no origin", () => {
    expect(at(`/newsletter/desinscription/${token}`)).toBe(true)
    expect(at(`/newsletter/desinscription/${token}?x=1`)).toBe(true)
    expect(at(`/newsletter/desinscription/${token}`, "POST", { origin: "https://mail.example" })).toBe(true)
    // The signing page sends no referrer, so its form has a null origin.
    expect(at(`/signer/${token}`, "POST", { origin: "null" })).toBe(true)
  })

  test.each([
    ["/newsletter"],
    [`/newsletter/confirmer/${token}`],
    ["/newsletter/desinscription/"],
    [`/newsletter/desinscription/${token}0`],
    [`/signer/${token}/contrat.txt`],
    [`/newsletter/desinscription/${token}/../../admin`],
    [`/admin?x=/newsletter/desinscription/${token}`],
    [`/newsletter/desinscription/${token.toUpperCase()}`],
    [`//newsletter/desinscription/${token}`],
  ])("the exception covers nothing else: %s", (path) => {
    expect(at(path)).toBe(false)
  })

  test("the exception covers only POST", () => {
    expect(at(`/newsletter/desinscription/${token}`, "DELETE")).toBe(false)
  })
})
