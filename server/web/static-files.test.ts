import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { createStaticHandler } from "./static-files.ts"

test("a file deleted since the start fails its own response only", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-static-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of ["gone.js", "here.js"]) await writeFile(path.join(folder, name), "export {}\n")
  const files = createStaticHandler(folder)
  const server = createServer((request, response) => files(request, response, () => response.writeHead(404).end()))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  await rm(path.join(folder, "gone.js"))
  await expect(fetch(`${url}/gone.js`).then((answer) => answer.text())).rejects.toThrow()
  const answer = await fetch(`${url}/here.js`)
  expect(await answer.text()).toBe("export {}\n")
  expect(answer.headers.get("cache-control")).toBe("public, max-age=86400")
  expect((await fetch(`${url}/never.js`)).status).toBe(404)
})
