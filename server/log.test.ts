import { spawnSync } from "node:child_process"
import path from "node:path"
import { expect, test } from "vitest"
import { currentRequestId, nameRoute, redact, withRequest } from "./log.ts"

test("what is secret by its name is hidden at any depth", () => {
  expect(
    redact({
      email: "a@example.org",
      password: "x",
      headers: { Cookie: "x", authorization: "x", accept: "text/html" },
      links: [{ signingToken: "x" }],
      stripeSignature: "x",
    }),
  ).toEqual({
    email: "a@example.org",
    password: "[hidden]",
    headers: { Cookie: "[hidden]", authorization: "[hidden]", accept: "text/html" },
    links: [{ signingToken: "[hidden]" }],
    stripeSignature: "[hidden]",
  })
})

test("a database error keeps its code and constraint, and loses the row and the parameters", () => {
  const cause = Object.assign(new Error("duplicate key"), {
    code: "23505",
    constraint: "users_email_key",
    detail: "Key (email)=(lea@example.org) already exists.",
  })
  const error = new Error("Failed query: insert into users values ($1)\nparams: lea@example.org", { cause })
  const written = JSON.stringify(redact({ error }))
  expect(written).toContain("23505")
  expect(written).toContain("users_email_key")
  expect(written).not.toContain("lea@example.org")
})

test("parameters are hidden to the end, whatever lines somebody typed", () => {
  const error = new Error(
    "Failed query: insert into messages values ($1, $2)\nparams: Léa,Bonjour\n\nma carte est 4970\n    at vous",
  )
  const written = JSON.stringify(redact({ error, cause: new Error("outer", { cause: error }) }))
  expect(written).toContain("insert into messages")
  expect(written).toContain("log.test.ts")
  for (const typed of ["Léa", "4970", "Bonjour", "at vous"]) expect(written).not.toContain(typed)
})

test("something that contains itself can be logged", () => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  expect(JSON.stringify(redact(circle))).toContain("…")
})

test("a request's id and route are known wherever its work goes, and only there", async () => {
  await withRequest({ requestId: "r1" }, async () => {
    await Promise.resolve()
    nameRoute("/catalog")
    expect(currentRequestId()).toBe("r1")
  })
  expect(currentRequestId()).toBe(null)
})

test("in production a line is one JSON object with the request's id and route", () => {
  const file = path.resolve("server/log.ts")
  const script = `
    const { log, withRequest } = await import(${JSON.stringify(file)})
    withRequest({ requestId: "r1", route: "/catalog" }, () => log.error("It broke\\nbadly", { token: "t", error: new Error("why") }))`
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], {
    env: { ...process.env, NODE_ENV: "production" },
    encoding: "utf8",
  })
  const lines = stdout.trimEnd().split("\n")
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    level: "error",
    message: "It broke\nbadly",
    requestId: "r1",
    route: "/catalog",
    token: "[hidden]",
    error: { message: "why" },
  })
})

test.each([
  ["in capitals", "/signer/" + "0AB".repeat(12), "/contrat.pdf"],
  ["with one sign more", "/payer/" + "0ab".repeat(12) + "f", ""],
  ["with a space before it", "/payer/%20" + "0ab".repeat(12), "%20"],
  ["percent-encoded", "/payer/" + "%61%41b".repeat(12), ""],
])("the secret of a link is hidden however it was typed: %s", (_, address, rest) => {
  const line = JSON.stringify(redact({ path: address + rest, error: new Error(address) }))
  expect(line).toContain("…")
  expect(line).not.toMatch(/0ab|%61/i)
})

test("an id in an address is no secret", () => {
  const path = "/product/0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f"
  expect(redact(path)).toBe(path)
})
