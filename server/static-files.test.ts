import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import os from "node:os"
import path from "node:path"
import { text } from "node:stream/consumers"
import { expect, onTestFinished, test } from "vitest"
import { staticFiles } from "./static-files.ts"

type Files = Readonly<Record<string, string>>

/** A server of these files, and a way to ask it that neither asks for nor unpacks an encoding by itself. */
async function serve(files: Files) {
  const folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-static-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true })
    await writeFile(path.join(folder, name), content)
  }
  const answer = staticFiles(folder)
  const server = createServer((asked, response) => answer(asked, response, () => response.writeHead(404).end("none")))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const ask = async (name: string, headers: Record<string, string> = {}, method = "GET") =>
    new Promise<{ status: number | undefined; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
      request({ host: "127.0.0.1", port, path: name, headers, method }, (got) => {
        text(got).then((body) => resolve({ status: got.statusCode, headers: got.headers, body }), reject)
      })
        .once("error", reject)
        .end()
    })
  return { folder, ask }
}

test("a file is sent in the smallest form that is understood", async () => {
  const { ask } = await serve({
    "assets/a-1.js": "as it is",
    "assets/a-1.js.br": "small",
    "assets/a-1.js.gz": "smaller",
  })
  for (const [accepted, body, encoding] of [
    ["gzip, deflate, br", "small", "br"],
    ["gzip", "smaller", "gzip"],
    ["deflate", "as it is", undefined],
  ] as const) {
    const { status, headers, body: got } = await ask("/assets/a-1.js?v=1", { "accept-encoding": accepted })
    expect({ status, got, encoding: headers["content-encoding"] }).toEqual({ status: 200, got: body, encoding })
    expect(headers).toMatchObject({
      "cache-control": "public, max-age=31536000, immutable",
      "content-length": String(body.length),
      "content-type": "text/javascript",
      vary: "Accept-Encoding",
    })
  }
  expect((await ask("/assets/a-1.js")).body).toBe("as it is")
})

test("who has it already is told so, who asks about it gets no body, who asks for a part gets that", async () => {
  const { ask } = await serve({ "aide/été.txt": "0123456789" })
  const name = "/aide/%C3%A9t%C3%A9.txt"
  const { headers } = await ask(name)
  expect(headers).toMatchObject({ "cache-control": "public, max-age=86400", "content-type": "text/plain" })
  const again = await ask(name, { "if-none-match": String(headers["etag"]) })
  expect(again).toMatchObject({ status: 304, body: "", headers: { etag: headers["etag"], vary: "Accept-Encoding" } })
  expect(await ask(name, {}, "HEAD")).toMatchObject({ status: 200, body: "", headers: { "content-length": "10" } })
  for (const [range, status, body, told] of [
    ["bytes=2-4", 206, "234", "bytes 2-4/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=8-99", 206, "89", "bytes 8-9/10"],
    ["bytes=-2", 206, "89", "bytes 8-9/10"],
    ["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=4-2", 200, "0123456789", undefined],
    ["bytes=0-1,4-5", 200, "0123456789", undefined],
    ["lines=1-2", 200, "0123456789", undefined],
  ] as const) {
    const part = await ask(name, { range })
    expect([part.status, part.body, part.headers["content-range"]], range).toEqual([status, body, told])
  }
})

test("nothing else is answered: another verb, a hidden file, what lies elsewhere, an address that cannot be read", async () => {
  const { ask } = await serve({ "a.txt": "a", ".hidden.txt": "secret", "assets/.vite/b.txt": "secret" })
  for (const [name, method] of [
    ["/a.txt", "POST"],
    ["/.hidden.txt", "GET"],
    ["/assets/.vite/b.txt", "GET"],
    ["/../a.txt", "GET"],
    ["/%2e%2e/a.txt", "GET"],
    ["/%E0%A4%A", "GET"],
    ["/assets", "GET"],
  ] as const)
    expect(await ask(name, {}, method), name).toMatchObject({ status: 404, body: "none" })
})

test("a file of an unknown kind is said at the start", async () => {
  await expect(serve({ "clip.mkv": "" })).rejects.toThrow("clip.mkv")
})

test("a file that is gone since the start ends its answer and nothing else; one that was sent stays", async () => {
  const { folder, ask } = await serve({ "gone.js": "export {}\n", "here.js": "export {}\n" })
  await rm(path.join(folder, "gone.js"))
  await expect(ask("/gone.js")).rejects.toThrow()
  for (const _ of [1, 2]) {
    expect((await ask("/here.js")).body).toBe("export {}\n")
    await rm(path.join(folder, "here.js"), { force: true })
  }
  await writeFile(path.join(folder, "gone.js"), "export {}\n")
  expect((await ask("/gone.js")).body).toBe("export {}\n")
})
