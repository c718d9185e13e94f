import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import os from "node:os"
import path from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { createStaticHandler } from "./static-files.ts"

async function serve(folder: string): Promise<string> {
  const files = createStaticHandler(folder)
  const server = createServer((request, response) => files(request, response, () => response.writeHead(404).end()))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test("a file deleted since the start fails its own response only", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-static-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of ["gone.js", "here.js"]) await writeFile(path.join(folder, name), "export {}\n")
  const url = await serve(folder)

  await rm(path.join(folder, "gone.js"))
  await expect(fetch(`${url}/gone.js`).then((answer) => answer.text())).rejects.toThrow()
  const answer = await fetch(`${url}/here.js`)
  expect(await answer.text()).toBe("export {}\n")
  expect(answer.headers.get("cache-control")).toBe("public, max-age=86400")
  expect((await fetch(`${url}/never.js`)).status).toBe(404)
})

test("a release serves the assets of the releases beside it, and nothing else of them", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "guinguette-static-"))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const builds = ["guinguette-0.1.0", "guinguette-0.1.1", "elsewhere"].map((name) =>
    path.join(folder, name, "build/client"),
  )
  for (const [index, build] of builds.entries()) {
    await mkdir(path.join(build, "assets"), { recursive: true })
    await writeFile(path.join(build, "assets", `page-${index}.js`), `export const page = ${index}\n`)
    await writeFile(path.join(build, `file-${index}.txt`), "")
  }
  const url = await serve(builds[0] ?? "")
  const other = await fetch(`${url}/assets/page-1.js`)
  expect(await other.text()).toBe("export const page = 1\n")
  expect(other.headers.get("cache-control")).toContain("immutable")
  for (const missing of ["assets/page-2.js", "assets/page-3.js", "file-1.txt", "assets/..%2ffile-1.txt"])
    expect((await fetch(`${url}/${missing}`)).status).toBe(404)
})
