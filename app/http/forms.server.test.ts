import fc from "fast-check"
import { data, redirect } from "react-router"
import { afterEach, describe, expect, test, vi } from "vitest"
import { z } from "zod"
import { list, ticked } from "./form-fields.ts"
import { type CheckedForm, type FormOptions, act, handleForm } from "./forms.server.ts"
import { type Refusal, submittedValues } from "./refusal.ts"

const Message = z.object({
  name: z.string({ error: "Indiquez votre nom." }).trim().min(1, "Indiquez votre nom."),
  message: z.string().max(100),
  password: z.string().optional(),
  days: list(z.array(z.string())),
})

const failure = { log: "Error sending", failed: "Rien n’est parti." }

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

async function submit<Schema extends z.ZodType>(request: Request, schema: Schema, options?: FormOptions) {
  const accepted: { value: z.output<Schema>; form: CheckedForm }[] = []
  const answer = await handleForm(
    request,
    act(schema, (value, form) => void accepted.push({ value, form }), failure),
    options,
  )
  return { given: accepted[0] ?? null, answer }
}

async function submitValid<Schema extends z.ZodType>(request: Request, schema: Schema, options?: FormOptions) {
  const { given: accepted } = await submit(request, schema, options)
  if (!accepted) throw new Error("The form was refused")
  return accepted.value
}

async function submitRefused(request: Request, schema: z.ZodType, options?: FormOptions) {
  const { answer } = await submit(request, schema, options)
  if (!answer) throw new Error("The form was accepted")
  return { ...answer.data, status: answer.init?.status }
}

function logged(): { line: () => string } {
  const spy = vi.spyOn(process.stdout, "write").mockReturnValue(true)
  return { line: () => spy.mock.calls.map(([text]) => String(text)).join("") }
}

afterEach(() => vi.restoreAllMocks())

describe("a valid form", () => {
  test("a name without a visible sign is missing", async () => {
    for (const name of ["\u200b", "\u2060\u2060", "\u3164", "\u200d", "\u2800"]) {
      const refusal = await submitRefused(
        fields([
          ["name", name],
          ["message", "Bonjour"],
        ]),
        Message,
      )
      expect(refusal.errors).toEqual({ name: "Indiquez votre nom." })
    }
  })

  test("the action receives the values of its schema", async () => {
    const request = fields([
      ["name", " Camille "],
      ["message", "Bonjour"],
      ["days", "2027-06-12"],
      ["days", "2027-06-13"],
    ])
    expect(await submitValid(request, Message)).toEqual({
      name: "Camille",
      message: "Bonjour",
      days: ["2027-06-12", "2027-06-13"],
    })
  })

  test("a form may be sent as multipart, and its files are ignored", async () => {
    const body = new FormData()
    body.set("name", "Camille")
    body.set("message", "Bonjour")
    body.append("days", new File(["x"], "jour.txt"))
    expect(await submitValid(posted(body), Message)).toEqual({ name: "Camille", message: "Bonjour", days: [] })
  })

  test("a form carries pictures where the screen accepts them, within their own limits", async () => {
    const body = new FormData()
    body.set("name", "Camille")
    body.set("message", "Bonjour")
    body.set("image", new File(["a picture"], "a.png"))
    body.set("other", new File(["no picture"], "b.png"))
    const pictures = { prefix: "image", max: 1 }
    const { given: accepted } = await submit(posted(body), Message, { pictures })
    expect([...(accepted?.form.files ?? [])].map(([name, file]) => [name, new TextDecoder().decode(file)])).toEqual([
      ["image", "a picture"],
    ])
    const announced = posted(body)
    announced.headers.set("content-length", String(6 * 1024 * 1024))
    const tooLarge = await submitRefused(announced, Message, { pictures })
    expect(tooLarge).toMatchObject({ status: 413, errors: { image: expect.stringContaining("dépasse 5") } })
  })

  test("line ends are normalised and characters illegal in XML removed, but passwords stay as typed", async () => {
    const request = fields([
      ["name", "12 rue\u000Bdu\u2028Po\u0000rt\uFFFF\uFDD0"],
      ["message", "un\r\ndeux\rtrois\tquatre"],
      ["password", " \u0007 a\r\n"],
    ])
    expect(await submitValid(request, Message)).toMatchObject({
      name: "12 rue du Port",
      message: "un\ndeux\ntrois\tquatre",
      password: " \u0007 a\r\n",
    })
  })

  test("the action receives nothing beyond its schema, however the form was sent", async () => {
    const request = fields([
      ["name", "C"],
      ["message", "m"],
      ["role", "admin"],
      ["role", "owner\uFFFD"],
      ["__proto__", "x"],
      ["constructor", "x"],
    ])
    expect(Object.keys(await submitValid(request, Message)).sort()).toEqual(["days", "message", "name"])
  })

  test("a refined or transformed schema reads tickboxes and lists of one, two or no value", async () => {
    const schema = z
      .object({ days: list(z.array(z.string()).max(2)), kept: ticked })
      .refine(() => true)
      .transform((form) => form)
    expect(await submitValid(fields([["kept", "oui"]]), schema)).toEqual({ days: [], kept: true })
    expect(await submitValid(fields([["days", "a"]]), schema)).toEqual({ days: ["a"], kept: false })
    const two: [string, string][] = [
      ["days", "a"],
      ["days", "b"],
    ]
    expect(await submitValid(fields(two), schema)).toEqual({ days: ["a", "b"], kept: false })
    expect((await submitRefused(fields([...two, ["days", "c"]]), schema)).errors).toEqual({ days: "Le maximum est 2." })
  })

  test("the server can still refuse a valid form, with the values as typed", async () => {
    const { given: accepted } = await submit(
      fields([
        ["name", "Camille"],
        ["message", "Bonjour"],
        ["password", "le bal"],
        ["days", "2027-06-12"],
        ["days", "2027-06-13"],
      ]),
      Message,
    )
    if (!accepted) throw new Error("refused")
    const refusal = accepted.form.refuse({ name: "Ce nom est pris." })
    expect(refusal.init?.status).toBe(422)
    expect(refusal.data).toEqual({
      errors: { name: "Ce nom est pris." },
      values: { name: "Camille", message: "Bonjour", days: "2027-06-12" },
      lists: { days: ["2027-06-12", "2027-06-13"] },
    })
    const headers = new Headers({ "retry-after": "5" })
    expect(accepted.form.refuse({ form: "Trop tôt." }, { status: 429, headers }).init).toEqual({ status: 429, headers })
    const stale = accepted.form.refuseWith(
      { by: "Sasha" },
      { form: "Trop tard." },
      { status: 409, values: { vu: "2" } },
    )
    expect(stale.data).toMatchObject({ by: "Sasha", values: { name: "Camille", vu: "2" } })
  })
})

describe("an invalid form", () => {
  test("an invalid form returns one message per field and every value but the password", async () => {
    const message = "x".repeat(101)
    const refusal = await submitRefused(
      fields([
        ["name", " "],
        ["message", message],
        ["password", "le bal"],
        ["days", "2027-06-12"],
      ]),
      Message,
    )
    expect(refusal).toEqual({
      status: 422,
      errors: { name: "Indiquez votre nom.", message: "Ne dépassez pas 100 caractères." },
      values: { name: " ", message, days: "2027-06-12" },
      lists: {},
    })
    expect(submittedValues(refusal, "days")).toEqual(["2027-06-12"])
    expect(submittedValues(refusal, "absent")).toEqual([])
  })

  test("messages follow the order of the fields, including comparisons and empty fields", async () => {
    const schema = z
      .object({
        name: z.string().min(1, "Nom"),
        password: z.string().min(6, "Mot de passe"),
        confirmation: z.string(),
        phone: z.string().regex(/^\d*$/, "Téléphone"),
        terms: z.string({ error: "Conditions" }),
      })
      .refine(({ password, confirmation }) => password === confirmation, {
        path: ["confirmation"],
        error: "Confirmation",
        when: () => true,
      })
    const sent: [string, string][] = [
      ["phone", "x"],
      ["confirmation", "b"],
      ["password", "a"],
      ["name", ""],
    ]
    const { errors } = await submitRefused(fields(sent), schema)
    expect(Object.values(errors)).toEqual(["Nom", "Mot de passe", "Confirmation", "Téléphone", "Conditions"])
  })

  test("a field has a French message even where its schema has none", async () => {
    const refusal = await submitRefused(
      fields([["age", "abc"]]),
      z.object({ age: z.coerce.number(), city: z.string(), zip: z.string().min(5).optional() }),
    )
    expect(refusal.errors).toEqual({ age: "Cette valeur n’est pas valable.", city: "Ce champ est requis." })
  })

  test("a message about no field in particular is under `form`", async () => {
    const schema = z
      .object({ from: z.string(), to: z.string() })
      .refine(({ from, to }) => from <= to, "La fin précède le début.")
    const request = fields([
      ["from", "b"],
      ["to", "a"],
    ])
    expect((await submitRefused(request, schema)).errors).toEqual({ form: "La fin précède le début." })
  })

  test.each([
    ["a text", Message.shape.name],
    ["a choice", z.enum(["A", "B"])],
    ["an id or nothing", z.guid().or(z.literal(""))],
    ["a number", z.coerce.number()],
  ])("the form is refused when %s that counts once came twice", async (_, name) => {
    const request = fields([
      ["name", "A"],
      ["name", "B"],
    ])
    expect((await submitRefused(request, z.object({ name }))).errors["name"]).toContain("plusieurs fois")
  })

  test.each(["name=%E9t%E9&message=m", "name=C&message=m&days=1&days=%E9"])(
    "the form is refused when its characters cannot be decoded: %s",
    async (body) => {
      const refusal = await submitRefused(posted(body, "application/x-www-form-urlencoded"), Message)
      expect(Object.values(refusal.errors)).toEqual([expect.stringContaining("illisibles")])
    },
  )
})

describe("a screen with several acts", () => {
  const KeepFields = z.object({ id: z.guid() })
  const id = "7f3d5a0e-8f1c-4b52-9c1e-6a2f0d9b4c11"
  const acts = {
    garder: act(KeepFields, ({ id: itemId }) => data({ kept: itemId }), failure),
    envoyer: act(Message, ({ name }) => data({ sentBy: name }), failure),
    partir: act(z.object({}), () => redirect("/ailleurs"), failure),
  }

  test("each act has its own fields and its own reply", async () => {
    const response = await handleForm(
      fields([
        ["intent", "garder"],
        ["id", id],
      ]),
      acts,
    )
    expect(response).toMatchObject({ data: { kept: id } })
    const sent = await handleForm(
      fields([
        ["intent", "envoyer"],
        ["name", "Camille"],
        ["message", "Bonjour"],
      ]),
      acts,
    )
    expect(sent).toMatchObject({ data: { sentBy: "Camille" } })
    expect(await handleForm(fields([["intent", "partir"]]), acts)).toBeInstanceOf(Response)
  })

  test("a form is validated by its own act alone", async () => {
    const refused = await handleForm(
      fields([
        ["intent", "garder"],
        ["name", "Camille"],
      ]),
      acts,
    )
    expect(refused).toMatchObject({
      data: { errors: { id: "Ce champ est requis." }, values: { intent: "garder", name: "Camille" } },
      init: { status: 422 },
    })
  })

  test.each([[[["intent", "détruire"]]], [[["intent", "toString"]]], [[["name", "Camille"]]]] as [
    [string, string][],
  ][])("the screen refuses an unknown act: %j", async (entries) => {
    const refused = await handleForm(fields(entries), acts)
    expect(refused).toMatchObject({
      data: { errors: { form: expect.stringContaining("n’a pas pu être lu") }, values: Object.fromEntries(entries) },
      init: { status: 422 },
    })
  })

  test("a screen may reply in its own way to an invalid form", async () => {
    const refused = ({ errors }: Refusal, { status }: { status: number }) =>
      redirect(`/?${status}=${encodeURIComponent(errors["form"] ?? errors["id"] ?? "")}`)
    const own = { garder: act(KeepFields, () => null, { ...failure, refused }) }
    const to = async (entries: [string, string][]) =>
      ((await handleForm(fields(entries), own, { refused })) as Response).headers.get("location")
    expect(await to([["intent", "garder"]])).toContain("/?422=Ce%20champ")
    expect(await to([["intent", "autre"]])).toContain("/?422=Le%20formulaire")
    const unread = (await handleForm(posted("{}", "application/json"), own, { refused })) as Response
    expect(unread.headers.get("location")).toContain("/?400=")
  })
})

describe("an unexpected error", () => {
  const broken = act(
    Message,
    () => {
      throw new Error("relation does not exist")
    },
    { ...failure, details: ({ name }: { name: string }) => ({ booking: name }) },
  )
  const typed: [string, string][] = [
    ["name", "Camille"],
    ["message", "Bonjour"],
  ]

  test("the error is logged in English, shown in French, and loses no typed value", async () => {
    const log = logged()
    const answer = await handleForm(fields(typed), broken)
    expect(answer).toEqual(
      data(
        { errors: { form: "Rien n’est parti." }, values: { name: "Camille", message: "Bonjour" }, lists: {} },
        { status: 503 },
      ),
    )
    expect(log.line()).toContain("Error sending")
    expect(log.line()).toContain("relation does not exist")
    expect(log.line()).toContain("booking=Camille")
  })

  test.each([
    ["a redirect", redirect("/")],
    ["a missing page", data(null, { status: 404 })],
    ["a missing page of the router", { status: 404, statusText: "", internal: false, data: null }],
  ])("%s is not an unexpected error and passes through", async (_, thrown) => {
    const log = logged()
    const throwing = act(
      Message,
      () => {
        throw thrown
      },
      failure,
    )
    await expect(handleForm(fields(typed), throwing)).rejects.toBe(thrown)
    expect(log.line()).toBe("")
  })
})

describe("a body that is no form", () => {
  test.each([
    ['{"name":"C"}', "application/json"],
    ["name=C", "text/plain"],
    ["nothing like it", "multipart/form-data; boundary=x"],
    ["nothing like it", "multipart/form-data"],
  ])("the reply is 400: %s as %s", async (body, type) => {
    const refusal = await submitRefused(posted(body, type), Message)
    expect(refusal.status).toBe(400)
    expect(refusal.errors["form"]).toContain("n’a pas pu être lu")
  })

  test("the reply is 400 without a body", async () => {
    expect((await submitRefused(new Request("http://localhost/", { method: "POST" }), Message)).status).toBe(400)
  })

  test("the reply is 413 beyond 64 kB, whether or not the length was declared", async () => {
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
    expect((await submitRefused(announced, Message)).status).toBe(413)
    expect((await submitRefused(streamed, Message)).status).toBe(413)
    expect(sent).toBeLessThan(80 * 1024)
  })

  test("a screen can raise the limit", async () => {
    const request = fields([
      ["name", "C"],
      ["message", "m"],
      ["other", "x".repeat(70_000)],
    ])
    expect(await submitValid(request, Message, { maximumBytes: 100_000 })).toMatchObject({ name: "C" })
  })

  test("the reply is 400 when the connection is cut in the middle", async () => {
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
    expect((await submitRefused(request, Message)).status).toBe(400)
  })
})

test("any body gets a reply instead of an exception", async () => {
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
      const { given: accepted, answer } = await submit(posted(new Uint8Array(body), type || undefined), Message)
      if (answer) {
        expect(answer.init?.status).toBeGreaterThanOrEqual(400)
        expect(answer.init?.status).toBeLessThan(500)
        expect(JSON.stringify(answer.data.values)).not.toContain("password")
      } else expect(`${accepted?.value.name}${accepted?.value.message}`).not.toContain("\u0000")
    }),
    { numRuns: 500 },
  )
})
