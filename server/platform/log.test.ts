import { spawnSync } from "node:child_process"
import path from "node:path"
import { expect, test, vi } from "vitest"
import { currentRequestId, log, nameRoute, withRequest } from "./log.ts"

vi.hoisted(() => Object.assign(process.env, { NODE_ENV: "production" }))

function written(fields: Record<string, unknown>): string {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true)
  log.error("It broke", fields)
  const line = String(write.mock.lastCall?.[0])
  write.mockRestore()
  return line
}

test("a value with a secret's name is masked at any depth", () => {
  const line = JSON.parse(
    written({
      email: "a@example.org",
      password: "x",
      headers: { Cookie: "x", authorization: "x", accept: "text/html" },
      links: [{ signingToken: "x" }],
      stripeSignature: "x",
    }),
  )
  expect(line).toMatchObject({
    email: "a@example.org",
    password: "[hidden]",
    headers: { Cookie: "[hidden]", authorization: "[hidden]", accept: "text/html" },
    links: [{ signingToken: "[hidden]" }],
    stripeSignature: "[hidden]",
  })
})

test("a secret is masked under any name that suggests one, and beyond a few levels", () => {
  const line = written({
    sessionToken: "hush",
    headers: { "set-cookie": "hush", Authorization: "hush", "x-api-key": "hush" },
    one: { two: { three: { four: { password: "hush" } } } },
    error: new Error("outer", { cause: { config: { headers: { password: "hush" } } } }),
  })
  expect(line).not.toContain("hush")
})

test("a nested database error, or one in a list, loses its parameters too", () => {
  const params = ["lea@example.org"]
  const error = Object.assign(new Error("Failed query: select 1\nparams: lea@example.org"), { params })
  expect(written({ reason: error, err: error, failures: [{ error }] })).not.toContain("lea@example.org")
})

test("binary data are logged as their length", () => {
  expect(written({ answer: Buffer.from("hello") })).toContain("5 bytes")
})

test("a line stays valid JSON when escapes precede a secret", () => {
  const line = written({ first: "\b" + "0ab".repeat(12), second: "\u001f" + "0ab".repeat(12) })
  expect(JSON.parse(line)).toMatchObject({ first: "\b…", second: "\u001f…" })
})

test("a database error keeps its code and constraint, and loses the row and the parameters", () => {
  const cause = Object.assign(new Error("duplicate key"), {
    code: "23505",
    constraint: "users_email_key",
    detail: "Key (email)=(lea@example.org) already exists.",
  })
  const error = new Error("Failed query: insert into users values ($1)\nparams: lea@example.org", { cause })
  const line = written({ error })
  expect(line).toContain("23505")
  expect(line).toContain("users_email_key")
  expect(line).not.toContain("lea@example.org")
})

test("parameters are masked to their end, whatever lines they contain", () => {
  const error = new Error(
    "Failed query: insert into messages values ($1, $2)\nparams: Léa,Bonjour\n\nma carte est 4970\n    at vous",
  )
  const line = written({ error: new Error("outer", { cause: error }) })
  expect(line).toContain("insert into messages")
  expect(line).toContain("log.test.ts")
  for (const typed of ["Léa", "4970", "Bonjour", "at vous"]) expect(line).not.toContain(typed)
})

test("a circular object can be logged", () => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  expect(written(circle)).toContain("…")
})

test("a request's id and route are available throughout its async work, and only there", async () => {
  await withRequest({ requestId: "r1" }, async () => {
    await Promise.resolve()
    nameRoute("/catalog")
    expect(currentRequestId()).toBe("r1")
  })
  expect(currentRequestId()).toBe(null)
})

function logRefusal(mode: "development" | "production"): string {
  const script = `
    const { log, withRequest } = await import(${JSON.stringify(path.resolve("server/platform/log.ts"))})
    const refusal = { code: "23505", constraint: "users_email_key", detail: "Key (email)=(lea@example.org) already exists." }
    const cause = Object.assign(new Error("duplicate key"), refusal)
    const error = new Error("Failed query: insert into users", { cause })
    withRequest({ requestId: "r1", route: "/catalog" }, () => log.error("It broke\\nbadly", { token: "t", error }))`
  const node = ["--input-type=module", "-e", script]
  return spawnSync(process.execPath, node, { env: { ...process.env, NODE_ENV: mode }, encoding: "utf8" }).stdout
}

test("a line in production is one JSON object with the request's id and route", () => {
  const lines = logRefusal("production").trimEnd().split("\n")
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "error",
    message: "It broke\nbadly",
    requestId: "r1",
    route: "/catalog",
    token: "[hidden]",
    error: { message: "Failed query: insert into users", cause: { code: "23505" } },
  })
})

test("a line in development is readable, and gives the reason of PostgreSQL", () => {
  const text = logRefusal("development")
  expect(text).toMatch(
    /^\d\d:\d\d:\d\d ERROR It broke\nbadly requestId=r1 route=\/catalog token=\[hidden\]\nError: Failed query/,
  )
  expect(text).toContain("\ncaused by Error: duplicate key\n")
  for (const part of ["code: 23505", "constraint: users_email_key", "detail: Key (email)=(lea@example.org) already"])
    expect(text).toContain(part)
})

test.each([
  ["in capitals", "/signer/" + "0AB".repeat(12), "/contrat.pdf"],
  ["with one sign more", "/payer/" + "0ab".repeat(12) + "f", ""],
  ["with a space before it", "/payer/%20" + "0ab".repeat(12), "%20"],
  ["percent-encoded", "/payer/" + "%61%41b".repeat(12), ""],
])("the secret in a link is masked however it was typed: %s", (_, address, rest) => {
  const line = written({ path: address + rest, error: new Error(address) })
  expect(line).toContain("…")
  expect(line).not.toMatch(/0ab|%61/i)
})

test("an id in an address is not masked", () => {
  const path = "/product/0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f"
  expect(written({ path })).toContain(path)
})
