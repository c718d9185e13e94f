import { drizzle } from "drizzle-orm/node-postgres"
import { Pool } from "pg"
import { beforeEach, describe, expect, test } from "vitest"
import { db } from "../../platform/database.server.ts"
import { throttles } from "../../platform/schema/accounts.ts"
import { deleteAllAccounts, requestFrom, signedUp } from "./accounts.fixture.ts"
import { signIn } from "./sign-in.ts"
import { type ThrottlePolicy, clearAttempts, uncountAttempt, throttle } from "./throttle.ts"

beforeEach(deleteAllAccounts)

const policy: ThrottlePolicy = {
  name: "test",
  free: 5,
  windowSeconds: 900,
  firstDelaySeconds: 1,
  longestDelaySeconds: 900,
}
const start = new Date("2027-06-12T20:00:00Z")
const after = (seconds: number) => new Date(start.getTime() + seconds * 1000)

async function useUpFree(subject = "camille"): Promise<void> {
  for (let attempt = 1; attempt <= policy.free; attempt++) {
    expect(await throttle(subject, policy, start)).toEqual({ allowed: true })
  }
}

describe("throttled attempts", () => {
  test("five attempts pass at once, the sixth must wait", async () => {
    await useUpFree()
    expect(await throttle("camille", policy, start)).toEqual({ allowed: false, retryAfterSeconds: 1 })
  })

  test("the wait doubles each time, up to a quarter of an hour", async () => {
    await useUpFree()
    const waits: number[] = []
    let now = start
    for (let round = 0; round < 13; round++) {
      const refusal = await throttle("camille", policy, now)
      if (refusal.allowed) throw new Error("not throttled")
      waits.push(refusal.retryAfterSeconds)
      now = new Date(now.getTime() + refusal.retryAfterSeconds * 1000)
      expect(await throttle("camille", policy, now)).toEqual({ allowed: true })
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900])
  })

  test("refused attempts do not lengthen the wait", async () => {
    await useUpFree()
    for (let attempt = 0; attempt < 20; attempt++) await throttle("camille", policy, start)
    expect(await throttle("camille", policy, after(1))).toEqual({ allowed: true })
  })

  test("attempts expire when the window of the first has passed", async () => {
    for (let attempt = 1; attempt <= 4; attempt++) await throttle("camille", policy, start)
    expect(await throttle("camille", policy, after(900))).toEqual({ allowed: true })
    expect((await db.select().from(throttles))[0]?.attempts).toBe(1)
  })

  test("attempts count for a whole window after a wait", async () => {
    await useUpFree()
    expect(await throttle("camille", policy, after(899))).toEqual({ allowed: true })
    expect(await throttle("camille", policy, after(899))).toEqual({ allowed: false, retryAfterSeconds: 2 })
  })

  test("attempts of one subject or policy do not count for another", async () => {
    await useUpFree()
    expect(await throttle("nicolas", policy, start)).toEqual({ allowed: true })
    expect(await throttle("camille", { ...policy, name: "other" }, start)).toEqual({ allowed: true })
  })

  test("attempts from two processes at once are counted together", async () => {
    const other = new Pool({ connectionString: process.env["DATABASE_URL"], max: 5 })
    try {
      const second = drizzle(other)
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, index) => throttle("camille", policy, start, index % 2 ? db : second)),
      )
      expect(answers.filter((answer) => answer.allowed)).toHaveLength(policy.free)
    } finally {
      await other.end()
    }
  })

  test("attempts start again from zero once they are reset", async () => {
    await useUpFree()
    await clearAttempts("camille", policy)
    await useUpFree()
  })

  test("attempts can be refunded one by one", async () => {
    await useUpFree()
    await uncountAttempt("camille", policy)
    expect(await throttle("camille", policy, start)).toEqual({ allowed: true })
    expect((await throttle("camille", policy, start)).allowed).toBe(false)
    await throttle("nicolas", policy, start)
    await uncountAttempt("nicolas", policy)
    expect(await db.$count(throttles)).toBe(1)
  })

  test("attempts store nothing that was typed", async () => {
    await throttle("camille@exemple.fr", policy, start)
    expect(JSON.stringify(await db.select().from(throttles))).not.toContain("camille")
  })
})

describe("guessing a password", () => {
  const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" }
  const guess = (at: Date, address: string) =>
    signIn({ ...camille, password: "au hasard" }, requestFrom({ address }), at)

  test("guesses for an account are throttled from anywhere, even before the right one", async () => {
    await signedUp(camille)
    for (let index = 0; index < 5; index++) {
      expect(await guess(start, `203.0.113.${index}`)).toMatchObject({ error: { kind: "wrong-credentials" } })
    }
    const right = await signIn(camille, requestFrom({ address: "203.0.113.99" }), start)
    expect(right).toEqual({ ok: false, error: { kind: "throttled", retryAfterSeconds: 1 } })
  })

  test("the count starts again from zero after the right password", async () => {
    await signedUp(camille)
    for (let index = 0; index < 4; index++) await guess(start, "203.0.113.1")
    expect((await signIn(camille, requestFrom({ address: "203.0.113.1" }), start)).ok).toBe(true)
    for (let index = 0; index < 5; index++) {
      expect(await guess(start, "203.0.113.1")).toMatchObject({ error: { kind: "wrong-credentials" } })
    }
  })

  test("guesses for many accounts from one network are throttled too", async () => {
    const kinds: string[] = []
    for (let index = 0; index < 26; index++) {
      const answer = await signIn(
        { email: `personne${index}@exemple.fr`, password: "au hasard" },
        requestFrom({ address: `2001:db8:1:2::${index.toString(16)}` }),
        start,
      )
      if (!answer.ok) kinds.push(answer.error.kind)
    }
    expect(kinds.filter((kind) => kind === "wrong-credentials")).toHaveLength(25)
    expect(kinds.at(-1)).toBe("throttled")
  })
})
