import { execFile } from "node:child_process"
import { once } from "node:events"
import { copyFile, mkdtemp, rm } from "node:fs/promises"
import { type IncomingMessage, type ServerResponse, createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import path from "node:path"
import { gunzipSync } from "node:zlib"
import { expect, test } from "vitest"

const weak = {
  sharp: [
    {
      id: 1,
      url: "https://advisories.example/1",
      title: "A picture that is too wide",
      severity: "high",
      vulnerable_versions: "*",
    },
  ],
}

test("npm run audit names a vulnerable package from the lock file alone, and fails", async () => {
  const bodies: Buffer[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = Buffer.concat(await request.toArray())
    bodies.push(request.headers["content-encoding"] === "gzip" ? gunzipSync(body) : body)
    response.setHeader("content-type", "application/json")
    const named = { name: decodeURIComponent(request.url?.slice(1) ?? ""), versions: {} }
    response.end(JSON.stringify(request.url?.endsWith("/advisories/bulk") ? weak : named))
  }
  const registry = createServer((request, response) => void answer(request, response))
  await once(registry.listen(0, "127.0.0.1"), "listening")
  const folder = await mkdtemp(path.join(tmpdir(), "audit-"))
  for (const file of ["package.json", "package-lock.json", ".npmrc"]) await copyFile(file, path.join(folder, file))
  const address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
  const { code, output } = await run(["run", "audit", "--", `--registry=${address}`], folder)
  registry.closeAllConnections()
  registry.close()
  await rm(folder, { recursive: true })
  expect(output).toContain("A picture that is too wide")
  expect(code).toBe(1)
  const [audited = {}] = bodies.map((body): Record<string, unknown> => JSON.parse(body.toString() || "{}"))
  expect(Object.keys(audited)).toEqual(expect.arrayContaining(["sharp", "fast-xml-parser"]))
  expect(Object.keys(audited)).not.toContain("vitest")
})

function run(words: string[], cwd: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile("npm", words, { cwd }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, output: stdout + stderr }),
    )
  })
}
