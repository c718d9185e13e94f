import { expect, test } from "vitest"
import { mayReadMetrics } from "./metrics-access.ts"

const mayRead = (headers: Record<string, string>, token: string | null) =>
  mayReadMetrics(new Request("http://localhost/metrics", { headers }), token)

test("without a token only the local machine reads the metrics, and nobody through a proxy", () => {
  expect(mayRead({ "x-client-address": "127.0.0.1" }, null)).toBe(true)
  expect(mayRead({ "x-client-address": "203.0.113.7" }, null)).toBe(false)
  expect(mayRead({ "x-client-address": "127.0.0.1", "x-forwarded-for": "203.0.113.7" }, null)).toBe(false)
})

test("with a token only its bearer reads the metrics", () => {
  const token = "un-jeton-de-mesure"
  expect(mayRead({ "x-client-address": "127.0.0.1" }, token)).toBe(false)
  expect(mayRead({ authorization: "Bearer autre-chose" }, token)).toBe(false)
  expect(mayRead({ authorization: `Bearer ${token}` }, token)).toBe(true)
})
