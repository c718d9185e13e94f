import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, test } from "vitest"
import { type OutboundRequest, fetchUntrusted, isAllowedAddress } from "./fetch-untrusted.ts"

let server: Server | null = null

afterEach(() => {
  server?.closeAllConnections()
  server?.close()
  server = null
})

async function site(answer: RequestListener): Promise<string> {
  const made = createServer(answer)
  server = made
  await new Promise<void>((ready) => made.listen(0, "127.0.0.1", ready))
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`
}

const question: OutboundRequest = { timeoutMs: 10_000, maxBytes: 1_000, redirects: 2, reach: "anywhere" }

describe("an outbound request", () => {
  test("the response has its status, after redirects that may be relative", async () => {
    const address = await site((request, response) => {
      if (request.url === "/b") response.writeHead(404).end("nothing")
      else response.writeHead(302, { location: "b" }).end()
    })
    const answer = await fetchUntrusted(`${address}/a`, question)
    expect(answer.ok && [answer.value.status, answer.value.body.toString()]).toEqual([404, "nothing"])
  })

  test("a redirect is the response itself where none may be followed", async () => {
    const address = await site((_, response) => void response.writeHead(302, { location: "/b" }).end())
    expect(await fetchUntrusted(address, { ...question, redirects: 0 })).toMatchObject({
      ok: true,
      value: { status: 302 },
    })
  })

  test.each<[string, RequestListener, Partial<OutboundRequest>, string]>([
    ["redirects endlessly", (_, response) => void response.writeHead(302, { location: "/" }).end(), {}, "redirects"],
    ["is too long", (_, response) => void response.end("x".repeat(1_001)), {}, "too-big"],
    ["never comes", () => undefined, { timeoutMs: 50 }, "timeout"],
    ["comes byte by byte", (_, response) => void response.write("x"), { timeoutMs: 50 }, "timeout"],
    [
      "is cut",
      (_, response) => void response.writeHead(200, { "content-length": "9" }).write("x", () => response.destroy()),
      {},
      "unreachable",
    ],
    [
      "redirects to another protocol",
      (_, response) => void response.writeHead(302, { location: "file:///etc/passwd" }).end(),
      {},
      "refused-address",
    ],
  ])("a response that %s is refused", async (_, answer, changes, problem) => {
    expect(await fetchUntrusted(await site(answer), { ...question, ...changes })).toEqual({ ok: false, error: problem })
  })

  test("an unreachable host gives no response", async () => {
    const address = await site(() => undefined)
    await new Promise((closed) => server?.close(closed))
    expect(await fetchUntrusted(address, question)).toEqual({ ok: false, error: "unreachable" })
  })
})

describe("requests restricted to the Internet", () => {
  test("a name that resolves to this machine is refused, and no request is sent", async () => {
    let requestCount = 0
    const address = await site((_, response) => void response.end(String(++requestCount)))
    // Control: the same request passes where local addresses are allowed.
    const local = new URL(address)
    local.hostname = "localhost"
    expect(await fetchUntrusted(address, question)).toMatchObject({ ok: true })
    for (const target of [address, local.href, "https://localhost/", "https://127.0.0.1/"])
      expect(await fetchUntrusted(target, { ...question, reach: "internet" }), target).toEqual({
        ok: false,
        error: "refused-address",
      })
    expect(requestCount).toBe(1)
  })

  test.each([
    ["https://calendar.example/a?b#c", true],
    ["https://8.8.8.8/", true],
    ["https://calendar.example:443/", true],
    ["https://calendar.example:444/", false],
    ["http://calendar.example/", false],
    ["https://0x7f.1/", false],
    ["https://[fd00::1]/", false],
    ["https://user@calendar.example/", false],
    ["nothing", false],
    ["https://localhost/", false],
    ["https://LOCALHOST./", false],
    ["https://caisse.local/", false],
    ["https://nas/", false],
    ["https://not-there-yet.invalid/", true],
  ])("the address may be requested: %s: %s", async (address, allowed) =>
    expect(await isAllowedAddress(address, "internet")).toBe(allowed),
  )
})
