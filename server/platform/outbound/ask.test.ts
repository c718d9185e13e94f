import { createServer, type RequestListener, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, describe, expect, test } from "vitest"
import { type Question, ask, mayBeAsked } from "./ask.ts"

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

const question: Question = { timeoutMs: 10_000, maxBytes: 1_000, redirects: 2, reach: "anywhere" }

describe("an answer", () => {
  test("comes back with its status, after redirects that may be relative", async () => {
    const address = await site((request, response) => {
      if (request.url === "/b") response.writeHead(404).end("nothing")
      else response.writeHead(302, { location: "b" }).end()
    })
    const answer = await ask(`${address}/a`, question)
    expect(answer.ok && [answer.value.status, answer.value.body.toString()]).toEqual([404, "nothing"])
  })

  test("that redirects is the answer where nothing may be sent on", async () => {
    const address = await site((_, response) => void response.writeHead(302, { location: "/b" }).end())
    expect(await ask(address, { ...question, redirects: 0 })).toMatchObject({ ok: true, value: { status: 302 } })
  })

  test.each<[string, RequestListener, Partial<Question>, string]>([
    ["redirects without end", (_, response) => void response.writeHead(302, { location: "/" }).end(), {}, "redirects"],
    ["is too long", (_, response) => void response.end("x".repeat(1_001)), {}, "too-big"],
    ["never comes", () => undefined, { timeoutMs: 50 }, "timeout"],
    ["comes drop by drop", (_, response) => void response.write("x"), { timeoutMs: 50 }, "timeout"],
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
  ])("that %s is refused", async (_, answer, changes, problem) => {
    expect(await ask(await site(answer), { ...question, ...changes })).toEqual({ ok: false, error: problem })
  })

  test("of nobody is none", async () => {
    const address = await site(() => undefined)
    await new Promise((closed) => server?.close(closed))
    expect(await ask(address, question)).toEqual({ ok: false, error: "unreachable" })
  })
})

describe("of the Internet alone", () => {
  test("a name that leads to this machine is refused, and nobody is asked", async () => {
    let asked = 0
    const address = await site((_, response) => void response.end(String(++asked)))
    // The same way lets it through where this machine may be asked.
    const local = new URL(address)
    local.hostname = "localhost"
    expect(await ask(address, question)).toMatchObject({ ok: true })
    for (const given of [address, local.href, "https://localhost/", "https://127.0.0.1/"])
      expect(await ask(given, { ...question, reach: "internet" }), given).toEqual({
        ok: false,
        error: "refused-address",
      })
    expect(asked).toBe(1)
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
  ])("%s: %s", async (address, allowed) => expect(await mayBeAsked(address, "internet")).toBe(allowed))
})
