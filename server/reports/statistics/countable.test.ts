import { describe, expect, test } from "vitest"
import { cookieChoiceHeader } from "../../shop/content/cookie-consent.ts"
import { mayBeCounted, opensPage } from "./countable.ts"

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

type Asked = { analytics?: boolean | null; headers?: Record<string, string>; path?: string; method?: string }

function asked({ analytics = true, headers = {}, path = "/catalog", method = "GET" }: Asked = {}): Request {
  const sent = new Headers({ "user-agent": firefox, ...headers })
  if (analytics !== null) sent.set("cookie", cookieChoiceHeader({ analytics, marketing: true, chosenAt: new Date() }))
  return new Request(`http://localhost:3000${path}`, { method, headers: sent })
}

describe("whoever may be counted", () => {
  test("has accepted it; who refuses, or has not answered, may not", () => {
    expect(mayBeCounted(asked())).toBe(true)
    expect(mayBeCounted(asked({ analytics: false }))).toBe(false)
    expect(mayBeCounted(asked({ analytics: null }))).toBe(false)
  })

  test("accepted it in the last six months", () => {
    expect(mayBeCounted(asked(), new Date(Date.now() + 183 * 86_400_000))).toBe(false)
  })

  test.each(["dnt", "sec-gpc"])("has no browser that objects for them: %s", (header) => {
    expect(mayBeCounted(asked({ headers: { [header]: "1" } }))).toBe(false)
  })

  test("has a browser that does not object", () => {
    expect(mayBeCounted(asked({ headers: { dnt: "0" } }))).toBe(true)
  })

  test.each([
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36",
    "curl/8.5.0",
    "",
  ])("is no robot: %s", (agent) => {
    expect(mayBeCounted(asked({ headers: { "user-agent": agent } }))).toBe(false)
  })

  test.each([
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36",
  ])("may hold any telephone: %s", (agent) => {
    expect(mayBeCounted(asked({ headers: { "user-agent": agent } }))).toBe(true)
  })
})

describe("a page is opened", () => {
  const from = (path: string) => ({ referer: `http://localhost:3000${path}` })

  test("when the browser loads it, wherever from", () => {
    expect(opensPage(asked(), "/catalog")).toBe(true)
    expect(opensPage(asked({ headers: from("/faq") }), "/catalog")).toBe(true)
    expect(opensPage(asked({ headers: { referer: "https://ailleurs.example/" } }), "/catalog")).toBe(true)
    // Other sites send no more than their name, whose path is that of our home page.
    expect(opensPage(asked({ path: "/", headers: { referer: "https://ailleurs.example/" } }), "/")).toBe(true)
  })

  test("when one goes to it from another page of the site", () => {
    expect(opensPage(asked({ path: "/catalog.data?date=2027-06-12", headers: from("/") }), "/catalog")).toBe(true)
    expect(opensPage(asked({ path: "/_.data", headers: from("/catalog?date=2027-06-12") }), "/")).toBe(true)
  })

  test("but not when it is read again: after a form, with other filters, on the way back", () => {
    expect(opensPage(asked({ path: "/catalog.data?date=2027-06-12", headers: from("/catalog") }), "/catalog")).toBe(
      false,
    )
    expect(opensPage(asked({ path: "/catalog.data", headers: from("/catalog/") }), "/catalog")).toBe(false)
    expect(opensPage(asked({ path: "/_.data", headers: from("/?q=bois") }), "/")).toBe(false)
    expect(opensPage(asked({ path: "/catalog?date=2027-06-12", headers: from("/catalog") }), "/catalog")).toBe(false)
    expect(opensPage(asked({ analytics: null, headers: from("/catalog") }), "/catalog")).toBe(false)
  })

  test.each(["max-age=0", "no-cache"])(
    "but not when it is loaded again, with the referrer of the first time: %s",
    (cache) => {
      expect(opensPage(asked({ headers: { ...from("/faq"), "cache-control": cache } }), "/catalog")).toBe(false)
    },
  )

  test("but not when it comes back after somebody has accepted on it: their answer has counted it", () => {
    expect(opensPage(asked({ headers: from("/catalog") }), "/catalog")).toBe(false)
  })

  test("but not when nobody can tell where its data is wanted", () => {
    expect(opensPage(asked({ path: "/catalog.data" }), "/catalog")).toBe(false)
  })

  test.each([
    ["sec-purpose", "prefetch"],
    ["sec-purpose", "prefetch;prerender"],
    ["purpose", "prefetch"],
    ["x-moz", "prefetch"],
  ])("but not when the browser only fetches it ahead: %s: %s", (header, value) =>
    expect(opensPage(asked({ headers: { [header]: value } }), "/catalog")).toBe(false),
  )

  test("but not by asking for its headers, nor by sending a form", () => {
    expect(opensPage(asked({ method: "HEAD" }), "/catalog")).toBe(false)
    expect(opensPage(asked({ method: "POST" }), "/catalog")).toBe(false)
  })
})
