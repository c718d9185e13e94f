import path from "node:path"
import { expect, test } from "vitest"
import { EnvironmentProblem, readEnvironment, root } from "./environment.server.ts"

function problems(source: Record<string, string>): readonly string[] {
  try {
    readEnvironment(source)
    return []
  } catch (error) {
    if (error instanceof EnvironmentProblem) return error.lines
    throw error
  }
}

test("only development and browser tests show the page of all elements", () => {
  expect(readEnvironment({ NODE_ENV: "production" }).showsElements).toBe(false)
  expect(readEnvironment({ NODE_ENV: "development" }).showsElements).toBe(true)
  expect(readEnvironment({ NODE_ENV: "production", ELEMENTS: "true" }).showsElements).toBe(true)
})

test("an unconfigured shop runs locally only, with the demonstration and no external service", () => {
  const environment = readEnvironment({})
  expect(environment).toMatchObject({
    production: false,
    dataDir: path.join(root, "data"),
    host: "127.0.0.1",
    port: 3000,
    origin: "http://localhost:3000",
    isOriginConfigured: false,
    secure: false,
    trustProxy: 0,
    databaseUrl: null,
    seed: "demo",
    role: "all",
    stripe: null,
    geocoder: { kind: "offline", url: null, googleMapsKey: null },
    storage: { kind: "disk" },
  })
  expect(Object.isFrozen(environment)).toBe(true)
})

test("an empty variable counts as absent", () => {
  expect(readEnvironment({ PORT: "", ORIGIN: "", SEED: "" })).toEqual(readEnvironment({}))
})

test("an operator's own database is not seeded with the demonstration unless requested", () => {
  const DATABASE_URL = "postgres://shop:secret@db.example.org/shop"
  expect(readEnvironment({ DATABASE_URL }).seed).toBe("none")
  expect(readEnvironment({ DATABASE_URL, SEED: "demo" }).seed).toBe("demo")
})

test("a public https address makes cookies secure and loses its trailing slash", () => {
  const { origin, isOriginConfigured, secure } = readEnvironment({ ORIGIN: "https://guinguette.example/" })
  expect({ origin, isOriginConfigured, secure }).toEqual({
    origin: "https://guinguette.example",
    isOriginConfigured: true,
    secure: true,
  })
})

test("each invalid variable gets one line that names it, all at once", () => {
  expect(problems({ PORT: "abc", ROLE: "boss", ORIGIN: "guinguette.example", SEED: "lots" })).toEqual([
    "PORT must be a whole number from 0 to 65535 (it is “abc”).",
    "ORIGIN must be an address that starts with http:// or https:// (it is “guinguette.example”).",
    "SEED must be demo or none (it is “lots”).",
    "ROLE must be web or worker, or absent for both (it is “boss”).",
  ])
  for (const PORT of ["65536", "-1", "3000.5", "0x50", " 80"]) expect(problems({ PORT })).toHaveLength(1)
})

test("a secret is never repeated in an error about it", () => {
  const lines = problems({ ADMIN_PASSWORD: "hunter2", DATABASE_URL: "mysql://u:hunter2@h/d", SMTP_URL: "hunter2" })
  expect(lines).toHaveLength(3)
  expect(lines.join()).not.toContain("hunter2")
})

test("an invalid Stripe key is refused, and never displayed", () => {
  const variables = { STRIPE_SECRET_KEY: "pk_live_mistaken", STRIPE_WEBHOOK_SECRET: "mistaken" }
  const lines = problems(variables)
  expect(lines.map((line) => line.split(" ")[0])).toEqual(["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"])
  expect(lines.join()).not.toContain("mistaken")
  expect(readEnvironment({ STRIPE_SECRET_KEY: "rk_live_1" }).stripe).toMatchObject({ secretKey: "rk_live_1" })
})

test("a choice that needs other variables names the missing ones", () => {
  expect(problems({ GEOCODER: "google", STORAGE: "s3", S3_BUCKET: "files" })).toEqual([
    "GEOCODER=google needs GOOGLE_MAPS_KEY.",
    "STORAGE=s3 needs S3_ACCESS_KEY_ID.",
    "STORAGE=s3 needs S3_SECRET_ACCESS_KEY.",
  ])
})

test("a secret too short for session cookies is refused, and never displayed", () => {
  expect(readEnvironment({}).authSecret).toBeNull()
  expect(readEnvironment({ AUTH_SECRET: "x".repeat(32) }).authSecret).toBe("x".repeat(32))
  expect(problems({ AUTH_SECRET: "trop-court" })).toEqual([
    "AUTH_SECRET must have at least 32 characters (its value is not shown).",
  ])
})
