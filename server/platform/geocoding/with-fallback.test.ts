import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { banGeocoder } from "./ban.ts"
import { chooseGeocoder } from "./choose.ts"
import { networkTimeoutMs, type Geocoder } from "./geocoder.ts"
import { googleGeocoder } from "./google.ts"
import { offlineGeocoder } from "./offline.ts"
import { banStandIn, googleKey, googleStandIn, type Health, type StandIn } from "./stand-in.fixture.ts"
import { withFallback } from "./with-fallback.ts"

const offline = offlineGeocoder()
const republique = { street: "12 rue de la République", zipCode: "69002", city: "Lyon" }

let service: StandIn
let failures: unknown[]
let now: number
beforeEach(async () => {
  service = await banStandIn()
  failures = []
  now = 0
})
afterEach(() => service.close())

/** Long enough for a busy machine, short enough for a service that never answers. */
function geocoder(timeoutMs = 300): Geocoder {
  const onFailure = (error: unknown) => void failures.push(error)
  return withFallback(banGeocoder(service.url), offline, { onFailure, timeoutMs, clock: () => now })
}

describe("a network geocoder that may fail", () => {
  test("a working service answers itself", async () => {
    expect(await geocoder(5000).locate(republique)).toMatchObject({ source: "ban", precision: "exact" })
    expect((await geocoder(5000).complete("12 rue de la rép 94130"))[0]?.street).toBe("12 Rue de la République")
    expect(failures).toEqual([])
  })

  test.each<Health>(["silent", "silent half-way", "not JSON", "another shape", 429, 500])(
    "the visitor gets a result from the communes when the service is: %s",
    async (health) => {
      service.health = health
      const fallback = geocoder()
      expect(await fallback.locate(republique)).toMatchObject({ source: "offline", lat: 45.7494, lng: 4.8267 })
      expect(await fallback.complete("94130")).toMatchObject([{ city: "Nogent-sur-Marne" }])
      expect(failures).toHaveLength(1)
    },
  )

  test("a failed service is skipped for 30 s, so that the next keystrokes cost nothing", async () => {
    const fallback = geocoder()
    service.health = "silent"
    await fallback.locate(republique)
    service.health = "well"
    now = 29_999
    for (let keystroke = 0; keystroke < 10; keystroke++) await fallback.complete("12 rue de la rép 94130")
    expect(service.questions).toHaveLength(1)
    now = 30_081
    expect(await fallback.locate(republique)).toMatchObject({ source: "ban" })
    expect(failures).toHaveLength(1)
  })

  test("a failed service is tried by one visitor at a time", async () => {
    const fallback = geocoder()
    service.health = 500
    await fallback.locate(republique)
    service.health = "silent"
    now = 31_000
    const answers = await Promise.all([
      fallback.locate(republique),
      fallback.locate(republique),
      fallback.complete("94130"),
    ])
    expect(answers).toMatchObject([{ source: "offline" }, { source: "offline" }, [{ zipCode: "94130" }]])
    expect(service.questions).toHaveLength(2)
    expect(failures).toHaveLength(2)
  })

  test("a recovered service is used for everyone again", async () => {
    const fallback = geocoder(5000)
    service.health = 500
    await fallback.locate(republique)
    service.health = "well"
    now = 31_000
    await fallback.locate(republique)
    const answers = await Promise.all([fallback.locate(republique), fallback.locate(republique)])
    expect(answers).toMatchObject([{ source: "ban" }, { source: "ban" }])
  })

  test("an unknown address is no failure, and the communes may find it", async () => {
    const fallback = geocoder(5000)
    const unknown = { street: "999 impasse Zzzz Yyyy Xxxx Wwww", zipCode: "69002", city: "Lyon" }
    expect(await fallback.locate(unknown)).toMatchObject({ source: "offline", precision: "commune" })
    expect(await fallback.locate({ street: "", zipCode: "69999", city: "Xyzzy" })).toBeNull()
    expect(await fallback.complete("st den")).toEqual(await offline.complete("st den"))
    expect(failures).toEqual([])
    expect(await fallback.locate(republique)).toMatchObject({ source: "ban" })
  })

  test("a service without completion completes from the communes", async () => {
    const google = await googleStandIn()
    const onFailure = (error: unknown) => void failures.push(error)
    const fallback = withFallback(googleGeocoder(googleKey, google.url), offline, { onFailure, timeoutMs: 5000 })
    google.health = "over quota"
    expect(await fallback.locate(republique)).toMatchObject({ source: "offline" })
    google.health = "well"
    expect(await fallback.complete("94130")).toHaveLength(1)
    expect(await fallback.locate(republique)).toMatchObject({ source: "offline" })
    expect(google.questions).toHaveLength(1)
    await google.close()
  })
})

describe("the geocoder of an installation", () => {
  const onFailure = (error: unknown) => void failures.push(error)

  test("the geocoder is the configured one, at the configured host", async () => {
    const google = await googleStandIn()
    const chosen = [
      chooseGeocoder({ kind: "ban", url: service.url, onFailure }),
      chooseGeocoder({ kind: "google", url: google.url, googleKey, onFailure }),
      chooseGeocoder({ kind: "offline", onFailure }),
    ]
    const answers = await Promise.all(chosen.map((each) => each.locate(republique)))
    expect(answers.map((answer) => answer?.source)).toEqual(["ban", "google", "offline"])
    await google.close()
  })

  test("a hanging service costs a visitor 2 s at most", async () => {
    expect(networkTimeoutMs).toBe(2000)
    service.health = "silent"
    const chosen = chooseGeocoder({ kind: "ban", url: service.url, onFailure })
    await offline.locate(republique)
    const start = performance.now()
    // Timers are late on a busy machine, so the limit is measured against one.
    const twoSeconds = new Promise<number>((resolve) => setTimeout(() => resolve(performance.now() - start), 2000))
    expect(await chosen.locate(republique)).toMatchObject({ source: "offline" })
    const first = performance.now()
    await chosen.complete("94130")
    const second = performance.now()
    expect(first - start).toBeGreaterThan(1900)
    expect(first - start).toBeLessThan((await twoSeconds) + 500)
    expect(second - first).toBeLessThan(500)
  })

  test("the geocoder reads the configured file of communes at its first query", async () => {
    const lost = chooseGeocoder({ kind: "offline", dataFile: "/nowhere/communes.data.txt", onFailure })
    await expect(lost.locate(republique)).rejects.toThrow("/nowhere/communes.data.txt")
  })

  test("a Google geocoder without a key is refused at once", () => {
    expect(() => chooseGeocoder({ kind: "google", onFailure })).toThrow("GOOGLE_MAPS_KEY")
  })
})
