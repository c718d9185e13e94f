import fc from "fast-check"
import { beforeAll, expect, test } from "vitest"
import { z } from "zod"
import type { Day } from "../../domain/day.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { installQueue } from "../../server/platform/queue/install-queue.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db, pool } from "../../server/platform/database.server.ts"
import { payments } from "../../server/platform/schema/money.ts"
import { freshDatabase } from "../harness/database.ts"
import { makeAccountHolder, makeFinanceSettings, makeOption, makeOrder, makeProduct } from "../factories.ts"
import { administrator, ask, makeKey } from "./ask.ts"

type Schema = Record<string, unknown> & {
  type?: string
  format?: string
  pattern?: string
  enum?: string[]
  default?: unknown
  minimum?: number
  maximum?: number
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  anyOf?: Schema[]
  allOf?: Schema[]
  oneOf?: Schema[]
}
type Parameter = { name: string; in: "path" | "query" | "header"; required: boolean; schema: Schema }
type Operation = {
  operationId: string
  requestBody?: { content: { "application/json": { schema: Schema } } }
  parameters: Parameter[]
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
}
type Document = {
  openapi: string
  paths: Record<string, { get?: Operation; post?: Operation }>
  components: { schemas: Record<string, Schema> }
}

const SEED = 20270501
const TRIES = 25

let document: Document
let key: string
let ids: string[]

beforeAll(async () => {
  await freshDatabase()
  await installQueue(pool)
  await makeFinanceSettings()
  key = await makeKey(await administrator())
  const product = await makeProduct({ name: "Photomaton", stock: 3 })
  await makeOption(product.id)
  const claire = await makeAccountHolder()
  const placed = await placeBooking({
    party: ownAccountParty(claire),
    order: makeOrder(product.id, ["2027-06-12" as Day]),
    at: new Date("2027-05-01T09:00:00Z"),
  })
  if (!placed.ok) throw new Error("Not placed")
  const bookingId = placed.value.booking.id
  await db.insert(payments).values({ bookingId, means: "transfer", amount: 5_000, receivedOn: "2027-05-02" })
  ids = [product.id, claire.id, bookingId]
  Object.assign(namedIds, { productId: product.id, customerId: claire.id })
  document = (await (await ask("/openapi.json")).json()) as Document
})

function valid({ type, format, enum: values, minimum, maximum }: Schema): fc.Arbitrary<string> {
  if (values) return fc.constantFrom(...values)
  if (format === "uuid") return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  if (format === "date") return fc.integer({ min: 1, max: 28 }).map((day) => `2027-06-${String(day).padStart(2, "0")}`)
  if (type === "integer") return fc.integer({ min: Number(minimum), max: Number(maximum) }).map(String)
  return fc.constant("")
}

const sometimesAbsent = ({ schema, required }: Parameter) =>
  required ? valid(schema) : fc.oneof(valid(schema), fc.constant(""))

const invalid = fc.oneof(
  fc.constantFrom("0", "-1", "1e9", "2027-02-30", "../..", "%00", "null", "[object Object]", "'; drop table users; --"),
  fc.string({ minLength: 1, maxLength: 40 }),
)

function addressOf(path: string, values: Readonly<Record<string, string>>, parameters: readonly Parameter[]): string {
  const filled = parameters
    .filter((each) => each.in === "path")
    .reduce((text, { name }) => text.replace(`{${name}}`, encodeURIComponent(values[name] ?? "")), path)
  const query = new URLSearchParams(
    parameters.flatMap(({ name, in: place }): [string, string][] =>
      place === "query" && values[name] !== undefined && values[name] !== "" ? [[name, values[name]]] : [],
    ),
  )
  return `${filled}?${query}`
}

async function conforms({ responses }: Operation, answer: Response, call: string): Promise<void> {
  expect(answer.status, call).toBeLessThan(500)
  const [type = ""] = (answer.headers.get("content-type") ?? "").split(";")
  const responseSchema = responses[String(answer.status)]?.content?.[type]?.schema
  expect(responseSchema, `${call}: ${answer.status} ${type}`).toBeDefined()
  const schema =
    responseSchema?.["$ref"] === "#/components/schemas/Problem"
      ? document.components.schemas["Problem"]
      : responseSchema
  const checked = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(await answer.json())
  expect(checked.error?.issues ?? [], call).toEqual([])
}

function operations(method: "get" | "post"): [string, Operation][] {
  return Object.entries(document.paths).flatMap(([path, methods]): [string, Operation][] => {
    const operation = methods[method]
    return operation ? [[path, operation]] : []
  })
}

test("the document is valid OpenAPI 3.1 with an operation for each address", () => {
  expect(document.openapi).toBe("3.1.0")
  const named = [...operations("get"), ...operations("post")].map(([, { operationId }]) => operationId)
  expect([operations("get").length, operations("post").length]).toEqual([9, 5])
  expect(new Set(named).size).toBe(named.length)
})

test("every read operation accepts the documented parameters, and replies as documented", async () => {
  for (const [path, get] of operations("get")) {
    const values = fc.record(Object.fromEntries(get.parameters.map((each) => [each.name, sometimesAbsent(each)])))
    const statuses = new Set<number>()
    for (const value of fc.sample(values, { seed: SEED, numRuns: TRIES })) {
      const address = addressOf(path, value, get.parameters)
      const answer = await ask(address, { key })
      statuses.add(answer.status)
      await conforms(get, answer, address)
    }
    // Existing things must have matched, so that more than refusals were compared.
    expect([...statuses], path).toContain(200)
  }
})

test("no read operation breaks on undocumented parameters", async () => {
  for (const [path, get] of operations("get")) {
    const values = fc.record(Object.fromEntries(get.parameters.map(({ name }) => [name, invalid] as const)))
    for (const value of fc.sample(values, { seed: SEED, numRuns: TRIES })) {
      const address = addressOf(path, value, [
        ...get.parameters,
        { name: "unknown", in: "query", required: false, schema: {} },
      ])
      await conforms(get, await ask(address, { key }), address)
    }
  }
})

const namedIds: Record<string, string> = {}

function bodyBy({ type, format, enum: values, anyOf, allOf = [], ...schema }: Schema): fc.Arbitrary<unknown> {
  const pattern = [schema, ...allOf].map((part) => part.pattern ?? "").join(" ")
  if (schema["const"] !== undefined) return fc.constant(schema["const"])
  if (anyOf) return fc.oneof(...anyOf.map(bodyBy))
  if (values) return fc.constantFrom(...values)
  if (format === "uuid" || format === "guid") return fc.oneof(fc.constantFrom(...ids), fc.uuid())
  if (format === "date") return fc.integer({ min: 1, max: 28 }).map((day) => `2027-07-${String(day).padStart(2, "0")}`)
  if (format === "email") return fc.oneof(fc.constant("lila@exemple.example"), fc.emailAddress())
  switch (type) {
    case "object": {
      const { properties = {}, required = [], oneOf = [{}] } = schema
      const parts = Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, partBy(name, each)]))
      const alternatives = oneOf.map((one) => {
        const others = new Set(oneOf.filter((other) => other !== one).flatMap((other) => other.required ?? []))
        const usable = Object.fromEntries(Object.entries(parts).filter(([name]) => !others.has(name)))
        const requiredKeys = [...required, ...(one.required ?? [])].filter((name) => name in usable)
        return fc.record(usable, { requiredKeys })
      })
      return fc.oneof(...alternatives)
    }
    case "array":
      return fc.array(bodyBy(schema.items ?? {}), { minLength: 1, maxLength: 3 })
    case "integer":
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 9, 99_999) })
    case "boolean":
      return fc.boolean()
    case "null":
      return fc.constant(null)
    case "string":
      if (pattern.includes("\\d{5}")) return fc.constantFrom("75011", "94340", "00000")
      return pattern.includes("\\d") ? fc.constantFrom("", "06 12 34 56 78") : fc.string({ maxLength: 40 })
    default:
      return fc.constant(undefined)
  }
}

function partBy(name: string, schema: Schema): fc.Arbitrary<unknown> {
  const namedId = namedIds[name]
  const any = bodyBy(schema)
  return namedId === undefined
    ? any
    : fc.oneof({ arbitrary: fc.constant(namedId), weight: 4 }, { arbitrary: any, weight: 1 })
}

const anyJson = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom('{"days":"\\u0000"}', '"\\ud800"', "[]", "null", "{", "", "1e999", '{"__proto__":{"x":1}}', "\u00e9"),
)

test("every write operation replies as documented, and never breaks", async () => {
  const replies = new Set<string>()
  for (const [path, post] of operations("post")) {
    const shape = post.requestBody?.content["application/json"].schema
    if (!shape) throw new Error(`No body: ${path}`)
    const requests = fc.record({
      id: fc.oneof(fc.constantFrom(...ids), fc.uuid()),
      body: fc.oneof(
        { arbitrary: bodyBy(shape), weight: 3 },
        { arbitrary: anyJson, weight: 1 },
        {
          arbitrary: fc
            .tuple(bodyBy(shape), fc.constantFrom(...Object.keys(shape.properties ?? {}), "unknown"), fc.jsonValue())
            .map(([body, name, value]) => ({ ...(body as object), [name]: value })),
          weight: 2,
        },
      ),
      name: fc.option(fc.constantFrom("a", "b", "é", ""), { freq: 3 }),
      ifMatch: fc.option(fc.constantFrom("*", '"x"', "W/", ""), { freq: 3 }),
    })
    for (const { id, body, name, ifMatch } of fc.sample(requests, { seed: SEED, numRuns: 60 })) {
      const headers: Record<string, string> = {}
      if (name !== null) headers["idempotency-key"] = name
      if (ifMatch !== null) headers["if-match"] = ifMatch
      if (body === "") headers["content-type"] = "text/plain"
      const answer = await ask(path.replace("{id}", id), { key, body, headers })
      replies.add(`${post.operationId} ${answer.status}`)
      await conforms(post, answer, `${path} ${id} ${JSON.stringify(body)}`)
    }
  }
  const place = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne" }
  const otherTotal = { ...namedIds, days: ["2027-07-09"], address: place, total: 1 }
  const refused = await ask("/bookings", { key, body: otherTotal, headers: { "idempotency-key": "another-total" } })
  replies.add(`createBooking ${refused.status}`)
  const priced = await ask("/quotes", { key, body: { productId: namedIds["productId"], days: ["2027-07-09"] } })
  replies.add(`quote ${priced.status}`)
  // Checks that more than one kind of refusal was compared.
  for (const expected of ["quote 200", "quote 422", "createBooking 422", "createBooking 409", "confirmBooking 404"])
    expect([...replies]).toContain(expected)
})

test("a booking made, confirmed and cancelled matches the document", async () => {
  const choice = { productId: namedIds["productId"], days: ["2027-07-30"], isDelivery: false }
  const operation = (path: string) => document.paths[path]?.post ?? expect.unreachable(path)
  const quoted = (await (await ask("/quotes", { key, body: { ...choice, seenBy: "owner" } })).json()) as {
    total: number
  }
  const address = { street: "12 quai de la Marne", zipCode: "94340", city: "Joinville-le-Pont" }
  const body = { ...choice, address, customerId: namedIds["customerId"], total: quoted.total }
  const made = await ask("/bookings", { key, body })
  expect(made.status).toBe(201)
  await conforms(operation("/bookings"), made.clone(), "/bookings")
  const { id } = (await made.json()) as { id: string }
  for (const act of ["confirm", "cancel"]) {
    const done = await ask(`/bookings/${id}/${act}`, { key, body: {} })
    expect(done.status).toBe(200)
    await conforms(operation(`/bookings/{id}/${act}`), done, act)
  }
})

test("an undocumented response is noticed", async () => {
  const [listed] = operations("get")
  if (!listed) throw new Error("No operation")
  const wrong = Response.json({ data: [{ id: 1 }], nextCursor: 2 })
  await expect(conforms(listed[1], wrong, "/products")).rejects.toThrow()
})
