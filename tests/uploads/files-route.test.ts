import { beforeAll, describe, expect, it } from "vitest"
import { loader } from "../../app/machine/files.ts"
import { mp4 } from "../../server/platform/films/films.fixture.ts"
import type { FilmRow } from "../../server/platform/films/queries.ts"
import { storeFilm } from "../../server/platform/films/store-film.ts"
import { photograph } from "../../server/platform/images/pictures.fixture.ts"
import { fileUrl, newPath } from "../../server/platform/images/names.ts"
import type { ImageRow } from "../../server/platform/images/queries.ts"
import { storeImage } from "../../server/platform/images/store-image.ts"
import { storage } from "../../server/platform/storage/current.server.ts"

let image: ImageRow

const ask = (pathname: string, init: RequestInit = {}) =>
  loader({ request: new Request(`http://localhost:3000${pathname}`, init) })

beforeAll(async () => {
  const stored = await storeImage({ bucket: "public", folder: "hero-images", body: await photograph(600, 400) })
  if (!stored.ok) throw new Error(stored.error.problem)
  image = stored.value
})

describe("the address of a picture", () => {
  it("the address serves a picture and nothing else, for an hour @C-storage-url @K-image-cache", async () => {
    const response = await ask(image.url)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/jpeg",
      "content-length": String(image.size),
      "content-disposition": "inline",
      "cache-control": "public, max-age=3600",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; sandbox",
    })
    expect((await response.arrayBuffer()).byteLength).toBe(image.size)
  })

  it("the address serves its sizes for ever", async () => {
    const response = await ask(image.url.replace(".jpg", "/320.avif"))
    expect(response.headers.get("Content-Type")).toBe("image/avif")
    expect(response.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable")
    await response.body?.cancel()
  })

  it("an unchanged picture is not sent again", async () => {
    const first = await ask(image.url)
    await first.body?.cancel()
    const etag = first.headers.get("ETag") ?? ""
    for (const validator of [etag, `W/${etag}`, `"autre", ${etag}`, "*"]) {
      const again = await ask(image.url, { headers: { "If-None-Match": validator } })
      expect(again.status).toBe(304)
      expect(again.body).toBeNull()
      expect(again.headers.get("ETag")).toBe(etag)
      expect(again.headers.get("Cache-Control")).toBe("public, max-age=3600")
    }
    const other = await ask(image.url, { headers: { "If-None-Match": '"autre"' } })
    expect(other.status).toBe(200)
    await other.body?.cancel()
  })

  it("a HEAD request describes the picture without sending it", async () => {
    const response = await ask(image.url, { method: "HEAD" })
    expect(response.status).toBe(200)
    expect(response.headers.get("Content-Length")).toBe(String(image.size))
    expect(response.body).toBeNull()
  })

  it("a file that is no picture is offered as a download", async () => {
    const path = "1764512345678-0123456789abcdef.png"
    const page = { body: new TextEncoder().encode("<script>"), contentType: "text/html", cacheControl: "no-cache" }
    await (await storage()).put({ bucket: "public", path, ...page })
    const response = await ask(`/files/public/${path}`)
    expect(response.headers.get("Content-Type")).toBe("application/octet-stream")
    expect(response.headers.get("Content-Disposition")).toBe("attachment")
    await response.body?.cancel()
  })
})

describe("other addresses under /files", () => {
  it.each([
    "",
    "/",
    "/public",
    "/public/",
    "/public/hero-images",
    "/public/rien.jpg",
    "/products/1764512345678-0123456789abcdef.jpg",
    "/public/hero-images/1764512345678-0123456789abcdef.jpg",
    "/../../package.json",
    "/public/../../package.json",
    "/public/%2e%2e/%2e%2e/package.json",
    "/public/..%2f..%2fpackage.json",
    "/public%2fhero-images%2fa.jpg",
    "/public/%00.jpg",
    "/public/a%0d%0aX-Header:1.jpg",
    "/%E0%A4%A",
    "/%",
    "/public/hero-images/%FF%FE.jpg",
    "//etc/passwd",
    "/C:%5Cwindows",
    "/é/ü.jpg",
    "/.incoming/a",
    "/public/.1764512345678-0123456789abcdef.png.json",
    "/contracts/1764512345678-0123456789abcdef.png",
    `/public/${"a".repeat(8_000)}.jpg`,
    `/public${"/a".repeat(4_000)}`,
    "/public/1764512345678-0123456789abcdef/99999.avif",
    "/public/1764512345678-0123456789abcdef/320.svg",
  ])("the address is a 404: %s", async (path) => {
    const response = await ask(`/files${path}`)
    expect(response.status).toBe(404)
    expect(response.headers.get("Cache-Control")).toBe("no-store")
    expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8")
  })

  it("a size that the picture does not have is a 404", async () => {
    expect((await ask(image.url.replace(".jpg", "/1600.avif"))).status).toBe(404)
  })
})

describe("the address of a film", () => {
  let film: FilmRow
  const body = mp4()
  beforeAll(async () => {
    const stored = await storeFilm({ bucket: "products", folder: "products", body })
    if (!stored.ok) throw new Error(stored.error)
    film = stored.value
  })

  it("the address serves the whole film, and says that ranges are supported", async () => {
    const response = await ask(film.url)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "video/mp4",
      "content-length": String(body.byteLength),
      "content-disposition": "inline",
      "accept-ranges": "bytes",
      "x-content-type-options": "nosniff",
    })
    expect((await response.arrayBuffer()).byteLength).toBe(body.byteLength)
  })

  it("the address serves an older WebM", async () => {
    const path = newPath("products", "webm")
    const cacheControl = "public, max-age=31536000, immutable"
    await (await storage()).put({ bucket: "products", path, body, contentType: "video/webm", cacheControl })
    const response = await ask(fileUrl("products", path))
    expect([response.headers.get("content-type"), response.headers.get("content-disposition")]).toEqual([
      "video/webm",
      "inline",
    ])
    await response.body?.cancel()
  })

  it("the address serves the requested range while the film is unchanged", async () => {
    const part = await ask(film.url, { headers: { Range: "bytes=4-9" } })
    expect(part.status).toBe(206)
    expect(part.headers.get("Content-Range")).toBe(`bytes 4-9/${body.byteLength}`)
    expect(part.headers.get("Content-Length")).toBe("6")
    const whole = new Uint8Array(await (await ask(film.url)).arrayBuffer())
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(whole.slice(4, 10))

    const etag = part.headers.get("ETag") ?? ""
    const going = await ask(film.url, { headers: { Range: "bytes=4-9", "If-Range": etag } })
    expect(going.status).toBe(206)
    await going.body?.cancel()
    const other = await ask(film.url, { headers: { Range: "bytes=4-9", "If-Range": '"autre"' } })
    expect(other.status).toBe(200)
    await other.body?.cancel()
  })

  it("a range beyond the film's end is refused", async () => {
    const beyond = await ask(film.url, { headers: { Range: `bytes=${body.byteLength}-` } })
    expect(beyond.status).toBe(416)
    expect(beyond.headers.get("Content-Range")).toBe(`bytes */${body.byteLength}`)
  })
})
