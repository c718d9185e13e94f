import { describe, expect, test } from "vitest"
import { cookieChoiceHeader } from "../../shop/content/cookie-consent.ts"
import { canCount, isPageView } from "./countable.ts"

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

type RequestOptions = { analytics?: boolean | null; headers?: Record<string, string>; path?: string; method?: string }

function makeRequest({
  analytics = true,
  headers = {},
  path = "/catalog",
  method = "GET",
}: RequestOptions = {}): Request {
  const sent = new Headers({ "user-agent": firefox, ...headers })
  if (analytics !== null) sent.set("cookie", cookieChoiceHeader({ analytics, marketing: true, chosenAt: new Date() }))
  return new Request(`http://localhost:3000${path}`, { method, headers: sent })
}

describe("a countable visitor", () => {
  test("a visitor counts after accepting, and not after refusing or before answering", () => {
    expect(canCount(makeRequest())).toBe(true)
    expect(canCount(makeRequest({ analytics: false }))).toBe(false)
    expect(canCount(makeRequest({ analytics: null }))).toBe(false)
  })

  test("a visitor counts for six months after accepting", () => {
    expect(canCount(makeRequest(), new Date(Date.now() + 183 * 86_400_000))).toBe(false)
  })

  test.each(["dnt", "sec-gpc"])("a visitor does not count when the browser objects: %s", (header) => {
    expect(canCount(makeRequest({ headers: { [header]: "1" } }))).toBe(false)
  })

  test("a visitor counts when the browser does not object", () => {
    expect(canCount(makeRequest({ headers: { dnt: "0" } }))).toBe(true)
  })

  test.each([
    "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
    "Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)",
    "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/140.0.0.0 Safari/537.36",
    "curl/8.5.0",
    "",
  ])("a robot does not count: %s", (agent) => {
    expect(canCount(makeRequest({ headers: { "user-agent": agent } }))).toBe(false)
  })

  test.each([
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1",
    "Mozilla/5.0 (Linux; Android 9; CUBOT_X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36",
  ])("a visitor counts on any telephone: %s", (agent) => {
    expect(canCount(makeRequest({ headers: { "user-agent": agent } }))).toBe(true)
  })
})

describe("the opening of a page", () => {
  const from = (path: string) => ({ referer: `http://localhost:3000${path}` })

  test("a page opens when the browser loads it, whatever the referrer", () => {
    expect(isPageView(makeRequest(), "/catalog")).toBe(true)
    expect(isPageView(makeRequest({ headers: from("/faq") }), "/catalog")).toBe(true)
    expect(isPageView(makeRequest({ headers: { referer: "https://ailleurs.example/" } }), "/catalog")).toBe(true)
    // Other sites send their origin only, whose path is that of our home page.
    expect(isPageView(makeRequest({ path: "/", headers: { referer: "https://ailleurs.example/" } }), "/")).toBe(true)
  })

  test("a page opens when the visitor reaches it from another page of the site", () => {
    expect(isPageView(makeRequest({ path: "/catalog.data?date=2027-06-12", headers: from("/") }), "/catalog")).toBe(
      true,
    )
    expect(isPageView(makeRequest({ path: "/_.data", headers: from("/catalog?date=2027-06-12") }), "/")).toBe(true)
  })

  test("a page does not open when it is read again: after a form, with other filters, by Back", () => {
    expect(
      isPageView(makeRequest({ path: "/catalog.data?date=2027-06-12", headers: from("/catalog") }), "/catalog"),
    ).toBe(false)
    expect(isPageView(makeRequest({ path: "/catalog.data", headers: from("/catalog/") }), "/catalog")).toBe(false)
    expect(isPageView(makeRequest({ path: "/_.data", headers: from("/?q=bois") }), "/")).toBe(false)
    expect(isPageView(makeRequest({ path: "/catalog?date=2027-06-12", headers: from("/catalog") }), "/catalog")).toBe(
      false,
    )
    expect(isPageView(makeRequest({ analytics: null, headers: from("/catalog") }), "/catalog")).toBe(false)
  })

  test.each(["max-age=0", "no-cache"])(
    "a page does not open on a reload, which repeats the first referrer: %s",
    (cache) => {
      expect(isPageView(makeRequest({ headers: { ...from("/faq"), "cache-control": cache } }), "/catalog")).toBe(false)
    },
  )

  test("a page does not open again after consent was given on it, which has counted it", () => {
    expect(isPageView(makeRequest({ headers: from("/catalog") }), "/catalog")).toBe(false)
  })

  test("a page does not open when the destination of its data is unknown", () => {
    expect(isPageView(makeRequest({ path: "/catalog.data" }), "/catalog")).toBe(false)
  })

  test.each([
    ["sec-purpose", "prefetch"],
    ["sec-purpose", "prefetch;prerender"],
    ["purpose", "prefetch"],
    ["x-moz", "prefetch"],
  ])("a page does not open when the browser only prefetches it: %s: %s", (header, value) =>
    expect(isPageView(makeRequest({ headers: { [header]: value } }), "/catalog")).toBe(false),
  )

  test("a page does not open for a HEAD request or a sent form", () => {
    expect(isPageView(makeRequest({ method: "HEAD" }), "/catalog")).toBe(false)
    expect(isPageView(makeRequest({ method: "POST" }), "/catalog")).toBe(false)
  })
})
