import { request as http } from "node:http"
import { expect, test } from "../harness/shop.ts"

/** Neither browsers nor fetch send all of these methods. */
function sendRaw(method: string, url: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; allow: string | undefined; text: string }>((resolve, reject) => {
    const body = method === "POST" ? "a=1" : ""
    const form = { "content-type": "application/x-www-form-urlencoded", "content-length": String(body.length) }
    const sent = http(url, { method, headers: { ...(body && form), ...headers } }, async (answer) => {
      let text = ""
      for await (const part of answer) text += String(part)
      resolve({ status: answer.statusCode ?? 0, allow: answer.headers.allow, text })
    })
    sent.on("error", reject)
    sent.end(body)
  })
}

/** Sentences of the framework, names of our files, paths of the machine, and stack traces. */
const internal =
  /You made an?|did not provide|No route matches|handle the request|Unexpected Server|for route|\.tsx?\b|node_modules|file:\/\/|\bat \S+ \(|react-router/i

test("what no page takes is refused without a word of the framework and without a name of our files", async ({
  shop,
}) => {
  const origin = { origin: shop.url }
  const answers = await Promise.all([
    sendRaw("POST", `${shop.url}/catalog`, origin),
    sendRaw("POST", `${shop.url}/catalog.data`, origin),
    sendRaw("OPTIONS", `${shop.url}/catalog`, origin),
    sendRaw("OPTIONS", `${shop.url}/catalog.data`, origin),
    sendRaw("DELETE", `${shop.url}/catalog`, origin),
    sendRaw("POST", `${shop.url}/sitemap.xml`, origin),
    sendRaw("GET", `${shop.url}/api/rpc/check_dates_availability`),
    sendRaw("GET", `${shop.url}/rien-de-tel`),
    sendRaw("GET", `${shop.url}/rien-de-tel.data`),
    sendRaw("GET", `${shop.url}/product/__proto__.data`),
  ])
  expect(answers.map(({ status }) => status)).toEqual([405, 405, 405, 405, 405, 405, 405, 404, 404, 404])
  for (const { text } of answers) expect(visibleText(text)).not.toMatch(internal)
  for (const at of [0, 2, 4, 5, 6, 7]) expect(answers[at]?.text).toMatch(/lang="fr"|Cette adresse ne |Procédure/)
  expect(answers[2]?.allow).toBe("GET, HEAD, POST")
})

/** The page's text and data. Leaves out the scripts that every page loads. */
function visibleText(text: string): string {
  const data = [...text.matchAll(/streamController\.enqueue\(([^]*?)\);<\/script>/g)].map(([, part]) => part)
  return [text.replace(/<script[^>]*>[^]*?<\/script>/g, ""), ...data].join("\n")
}
