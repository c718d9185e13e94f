import { expect, test } from "vitest"
import { withEtag, memoizeLatest, respond } from "./cached-answer.server.ts"

test("a cached response is sent once to a browser that stores its etag", async () => {
  const answer = withEtag("l’été", "text/plain; charset=utf-8")
  const first = respond(new Request("http://localhost/"), answer, 60)
  expect([first.status, await first.text(), first.headers.get("content-length")]).toEqual([200, "l’été", "9"])
  const knowing = (mark: string) =>
    respond(new Request("http://localhost/", { headers: { "if-none-match": mark } }), answer, 60)
  for (const mark of [answer.etag, `W/${answer.etag}`, `"other", ${answer.etag}`, "*"])
    expect(knowing(mark).status).toBe(304)
  expect(knowing('"other"').status).toBe(200)
  expect(await respond(new Request("http://localhost/", { method: "HEAD" }), answer, 60).text()).toBe("")
})

test("concurrent requests share one computation, the oldest entry is dropped and a failure is not cached", async () => {
  const made: string[] = []
  const remembered = memoizeLatest(
    2,
    (word: string) => word,
    async (word) => {
      made.push(word)
      if (word === "broken") throw new Error("It broke")
      return word.toUpperCase()
    },
  )
  expect(await Promise.all([remembered("a"), remembered("a")])).toEqual(["A", "A"])
  await remembered("b")
  await remembered("c")
  await remembered("a")
  expect(made).toEqual(["a", "b", "c", "a"])
  await expect(remembered("broken")).rejects.toThrow("It broke")
  await expect(remembered("broken")).rejects.toThrow("It broke")
  expect(made.filter((word) => word === "broken")).toHaveLength(2)
})
