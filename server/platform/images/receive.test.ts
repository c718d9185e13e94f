import { describe, expect, it } from "vitest"
import { receiveImages } from "./receive.ts"
import { MAX_UPLOAD_BYTES } from "./refusals.ts"

const MEGABYTE = 1024 * 1024

function formWith(bytes: number, name = "photo.jpg"): FormData {
  const form = new FormData()
  form.set("caption", "Le jardin")
  form.set("image", new File([new Uint8Array(bytes)], name, { type: "image/jpeg" }))
  return form
}

const post = (body: BodyInit, headers: Record<string, string> = {}) =>
  new Request("http://localhost/admin/about", { method: "POST", body, headers })

const receive = (request: Request) => receiveImages(request, "image", 1)

/** Declares no length and never ends; counts the bytes read from it. */
function endlessForm() {
  let sent = 0
  const head = new TextEncoder().encode('--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n')
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const chunk = sent === 0 ? head : new Uint8Array(64 * 1024)
      sent += chunk.byteLength
      controller.enqueue(chunk)
    },
  })
  const request = new Request("http://localhost/", {
    method: "POST",
    body,
    duplex: "half",
    headers: { "Content-Type": "multipart/form-data; boundary=b" },
  } as RequestInit)
  return { request, sent: () => sent }
}

describe("a form with a picture", () => {
  it("the form returns the picture's bytes and its other fields", async () => {
    const form = formWith(0)
    form.set("image", new File([new Uint8Array([1, 2, 3])], "photo.jpg"))
    const received = await receive(post(form))
    if (!received.ok) throw new Error(received.error.problem)
    expect([...(received.value.bodies.get("image") ?? [])]).toEqual([1, 2, 3])
    expect(received.value.form.get("caption")).toBe("Le jardin")
    expect(received.value.form.has("image")).toBe(false)
  })

  it("the form may contain 5 MB", async () => {
    expect(await receive(post(formWith(MAX_UPLOAD_BYTES)))).toMatchObject({ ok: true })
  })

  it("a declared length too large is refused before anything is read", async () => {
    const { request, sent } = endlessForm()
    request.headers.set("Content-Length", String(900 * MEGABYTE))
    expect(await receive(request)).toMatchObject({ ok: false, error: { problem: "too-large" } })
    expect(sent()).toBeLessThan(MEGABYTE)
  })

  it("an endless body without a length is refused midway", async () => {
    const { request, sent } = endlessForm()
    expect(await receive(request)).toMatchObject({ ok: false, error: { problem: "too-large" } })
    expect(sent()).toBeLessThan(8 * MEGABYTE)
  })

  it("a body longer than it declares is refused midway", async () => {
    const { request, sent } = endlessForm()
    request.headers.set("Content-Length", "1000")
    expect(await receive(request)).toMatchObject({ ok: false, error: { problem: "too-large" } })
    expect(sent()).toBeLessThan(8 * MEGABYTE)
  })

  it("a form without a chosen picture has none, and an empty file is an empty one", async () => {
    const bodies = async (form: FormData) => {
      const received = await receive(post(form))
      return received.ok ? [...received.value.bodies].map(([name, { byteLength }]) => [name, byteLength]) : null
    }
    const without = new FormData()
    without.set("caption", "Le jardin")
    expect(await bodies(without)).toEqual([])
    // Browsers send this for an empty file field.
    expect(await bodies(formWith(0, ""))).toEqual([])
    expect(await bodies(formWith(0, "vide.jpg"))).toEqual([["image", 0]])
    const words = new FormData()
    words.set("image", "photo.jpg")
    expect(await bodies(words)).toEqual([])
  })

  it.each([
    [
      "cut in the middle",
      '--b\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\nhalf',
      "multipart/form-data; boundary=b",
    ],
    ["with no boundary", "--b\r\n", "multipart/form-data"],
    ["of another kind", '{"image":1}', "application/json"],
    ["empty", "", "multipart/form-data; boundary=b"],
  ])("a form is reported as not received when it is %s", async (_, body, contentType) => {
    expect(await receive(post(body, { "Content-Type": contentType }))).toMatchObject({
      ok: false,
      error: { problem: "not-received" },
    })
  })
})
