import { expect, test } from "vitest"
import { readAskedHeaders } from "./asked-headers.ts"

test("what decides about a kept answer is found among the others, however its name is written", () => {
  const raw = ["Host", "boutique.example", "User-Agent", "Firefox", "ACCEPT-ENCODING", "br", "cookie", "a=1"]
  expect(readAskedHeaders([...raw, "If-None-Match", '"x"', "Authorization", "Bearer y"])).toEqual({
    host: "boutique.example",
    acceptEncoding: "br",
    cookie: "a=1",
    ifNoneMatch: '"x"',
    authorization: "Bearer y",
  })
})

test("other names of the same length, and names of an object itself, say nothing", () => {
  const nothing = readAskedHeaders([])
  expect(readAskedHeaders(["Pope", "x", "Origin", "y", "Last-Modified", "z", "Accept-Language", "fr"])).toEqual(nothing)
  expect(readAskedHeaders(["__proto__", "x", "hasOwnProperty", "y", "toString", "z"])).toEqual(nothing)
})

test("one that comes twice is for those who read all of them", () => {
  expect(readAskedHeaders(["Cookie", "a=1", "cookie", "guinguette.session_token=x"])).toBeNull()
  expect(readAskedHeaders(["Host", "a.example", "Host", "b.example"])).toBeNull()
})
