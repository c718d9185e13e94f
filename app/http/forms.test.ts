import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { z } from "zod"
import { type FormRefusal, type ParsedForm, parseForm } from "./forms.ts"

const Message = z.object({
  name: z.string({ error: "Indiquez votre nom." }).trim().min(1, "Indiquez votre nom."),
  message: z.string().max(100),
  password: z.string().optional(),
  days: z.array(z.string()).default([]),
})

function posted(body: BodyInit, type?: string): Request {
  return new Request("http://localhost/contact", {
    method: "POST",
    body,
    ...(type ? { headers: { "content-type": type } } : {}),
  })
}

function fields(entries: [string, string][]): Request {
  return posted(new URLSearchParams(entries))
}

function refusalOf(form: ParsedForm<unknown>): FormRefusal & { status: number | undefined } {
  if (form.ok) throw new Error("The form was accepted")
  return { ...form.refusal.data, status: form.refusal.init?.status }
}

describe("A form that is right", () => {
  test("gives the verb what its schema says", async () => {
    const form = await parseForm(
      fields([
        ["name", " Camille "],
        ["message", "Bonjour"],
        ["days", "2027-06-12"],
        ["days", "2027-06-13"],
      ]),
      Message,
    )
    expect(form.ok && form.value).toEqual({ name: "Camille", message: "Bonjour", days: ["2027-06-12", "2027-06-13"] })
  })

  test("may be sent as multipart, and its files are ignored", async () => {
    const body = new FormData()
    body.set("name", "Camille")
    body.set("message", "Bonjour")
    body.append("days", new File(["x"], "jour.txt"))
    const form = await parseForm(posted(body), Message)
    expect(form.ok && form.value).toEqual({ name: "Camille", message: "Bonjour", days: [] })
  })

  test("has line ends of one kind and no control characters, but its passwords exactly as typed", async () => {
    const form = await parseForm(
      fields([
        ["name", "Ca\u0000mil\u000Ble"],
        ["message", "un\r\ndeux\rtrois\tquatre"],
        ["password", " \u0007 a\r\n"],
      ]),
      Message,
    )
    expect(form.ok && form.value).toMatchObject({
      name: "Camille",
      message: "un\ndeux\ntrois\tquatre",
      password: " \u0007 a\r\n",
    })
  })

  test("passes on nothing that its schema does not name", async () => {
    const form = await parseForm(
      fields([
        ["name", "C"],
        ["message", "m"],
        ["role", "admin"],
        ["__proto__", "x"],
        ["constructor", "x"],
      ]),
      Message,
    )
    expect(form.ok && Object.keys(form.value).sort()).toEqual(["days", "message", "name"])
  })

  test("finds the lists of a schema that is refined, transformed or optional", async () => {
    const request = () => fields([["days", "2027-06-12"]])
    const days = z.array(z.string()).optional()
    const schemas = [
      z.object({ days }).refine(() => true),
      z.object({ days }).transform((form) => form),
      z.object({ days: days.transform((list) => list) }),
    ]
    for (const schema of schemas) {
      const form = await parseForm(request(), schema)
      expect(form.ok && form.value).toEqual({ days: ["2027-06-12"] })
    }
  })

  test("can still be refused by what only the verb could see, with what was typed", async () => {
    const form = await parseForm(
      fields([
        ["name", "Camille"],
        ["message", "Bonjour"],
        ["password", "le bal"],
      ]),
      Message,
    )
    if (!form.ok) throw new Error("refused")
    const refusal = form.refuse({ name: "Ce nom est pris." })
    expect(refusal.init?.status).toBe(422)
    expect(refusal.data).toEqual({
      errors: { name: "Ce nom est pris." },
      values: { name: "Camille", message: "Bonjour" },
      lists: { days: [] },
    })
    expect(form.refuse({ form: "Trop tôt." }, 429, new Headers({ "retry-after": "5" })).init).toMatchObject({
      status: 429,
    })
  })
})

describe("A form that is wrong", () => {
  test("comes back with one message a field and everything that was typed, but the password", async () => {
    const message = "x".repeat(101)
    const refusal = refusalOf(
      await parseForm(
        fields([
          ["name", " "],
          ["message", message],
          ["password", "le bal"],
          ["days", "2027-06-12"],
        ]),
        Message,
      ),
    )
    expect(refusal).toEqual({
      status: 422,
      errors: { name: "Indiquez votre nom.", message: "Ne dépassez pas 100 caractères." },
      values: { name: " ", message },
      lists: { days: ["2027-06-12"] },
    })
  })

  test("has a French message even where its schema has none", async () => {
    const refusal = refusalOf(
      await parseForm(
        fields([["age", "abc"]]),
        z.object({ age: z.coerce.number(), city: z.string(), zip: z.string().min(5).optional() }),
      ),
    )
    expect(refusal.errors).toEqual({ age: "Cette valeur n’est pas valable.", city: "Ce champ est requis." })
  })

  test("says what concerns no field in particular under `form`", async () => {
    const schema = z
      .object({ from: z.string(), to: z.string() })
      .refine(({ from, to }) => from <= to, "La fin précède le début.")
    expect(
      refusalOf(
        await parseForm(
          fields([
            ["from", "b"],
            ["to", "a"],
          ]),
          schema,
        ),
      ).errors,
    ).toEqual({ form: "La fin précède le début." })
  })

  test("is refused when a field that counts once came twice", async () => {
    expect(
      refusalOf(
        await parseForm(
          fields([
            ["name", "A"],
            ["name", "B"],
            ["message", "m"],
          ]),
          Message,
        ),
      ).errors["name"],
    ).toContain("plusieurs fois")
  })

  test("is refused when its characters cannot be read", async () => {
    const refusal = refusalOf(
      await parseForm(posted("name=%E9t%E9&message=m", "application/x-www-form-urlencoded"), Message),
    )
    expect(refusal.errors["name"]).toContain("illisibles")
  })
})

describe("A body that is no form of ours", () => {
  test.each([
    ['{"name":"C"}', "application/json"],
    ["name=C", "text/plain"],
    ["nothing like it", "multipart/form-data; boundary=x"],
    ["nothing like it", "multipart/form-data"],
  ])("is answered with 400: %s as %s", async (body, type) => {
    const refusal = refusalOf(await parseForm(posted(body, type), Message))
    expect(refusal.status).toBe(400)
    expect(refusal.errors["form"]).toContain("n’a pas pu être lu")
  })

  test("is answered with 400 when there is none", async () => {
    expect(refusalOf(await parseForm(new Request("http://localhost/", { method: "POST" }), Message)).status).toBe(400)
  })

  test("is answered with 413 beyond 64 kB, announced or not", async () => {
    const long = `message=${"x".repeat(64 * 1024)}`
    const announced = posted(long, "application/x-www-form-urlencoded")
    const chunk = new TextEncoder().encode("x".repeat(1000))
    let sent = 0
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += chunk.byteLength
        controller.enqueue(chunk)
      },
    })
    const streamed = new Request("http://localhost/", {
      method: "POST",
      body: endless,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      duplex: "half",
    } as RequestInit)
    expect(refusalOf(await parseForm(announced, Message)).status).toBe(413)
    expect(refusalOf(await parseForm(streamed, Message)).status).toBe(413)
    expect(sent).toBeLessThan(80 * 1024)
  })

  test("may be longer where a route says so", async () => {
    const request = fields([
      ["name", "C"],
      ["message", "m"],
      ["other", "x".repeat(70_000)],
    ])
    expect((await parseForm(request, Message, { maximumBytes: 100_000 })).ok).toBe(true)
  })

  test("is answered with 400 when the connection is cut in the middle", async () => {
    const cut = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode("name=C"))
        controller.error(new Error("aborted"))
      },
    })
    const request = new Request("http://localhost/", {
      method: "POST",
      body: cut,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      duplex: "half",
    } as RequestInit)
    expect(refusalOf(await parseForm(request, Message)).status).toBe(400)
  })
})

test("Whatever is sent is answered, never thrown back", async () => {
  const type = fc.constantFrom(
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=b",
    "application/json",
    "",
  )
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc
      .array(
        fc.tuple(
          fc.constantFrom("name", "message", "days", "__proto__", "password", "x"),
          fc.string({ unit: "binary" }),
        ),
        { maxLength: 12 },
      )
      .map((entries) => new TextEncoder().encode(entries.map(([name, value]) => `${name}=${value}`).join("&"))),
    fc
      .string()
      .map((text) =>
        new TextEncoder().encode(`--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n${text}\r\n--b--\r\n`),
      ),
  )
  await fc.assert(
    fc.asyncProperty(type, body, async (type, body) => {
      const form = await parseForm(posted(new Uint8Array(body), type || undefined), Message)
      if (!form.ok) {
        expect(form.refusal.init?.status).toBeGreaterThanOrEqual(400)
        expect(form.refusal.init?.status).toBeLessThan(500)
        expect(JSON.stringify(form.refusal.data.values)).not.toContain("password")
      } else expect(`${form.value.name}${form.value.message}`).not.toContain("\u0000")
    }),
    { numRuns: 500 },
  )
})
