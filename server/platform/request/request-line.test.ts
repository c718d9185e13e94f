import { expect, test } from "vitest"
import { NOWHERE, cleanAddress, unusableRequest } from "./request-line.ts"

const asked = (method: string, url: string, host: string | undefined = "localhost:3000") =>
  unusableRequest({ method, url, headers: { host } })?.status ?? null

test("a method that pages do not have, an address that is no path and a Host that is none are refused", () => {
  for (const method of ["TRACE", "OPTIONS", "PUT", "DELETE", "CONNECT", "PROPFIND"])
    expect(asked(method, "/")).toBe(405)
  expect(asked("OPTIONS", "*")).toBe(405)
  for (const url of ["*", "http://localhost:3000/catalog", ""]) expect(asked("GET", url), url).toBe(400)
  for (const host of ["x:99999", "", "a b", "x/y", "user@x"]) expect(asked("GET", "/", host), host).toBe(400)
  expect(unusableRequest({ method: "GET", url: "/", headers: {} })?.status).toBe(400)
  for (const host of ["localhost:3000", "guinguette.example", "127.0.0.1:80", "[::1]:3000"])
    for (const method of ["GET", "HEAD", "POST"]) expect(asked(method, "/catalog?q=1", host)).toBeNull()
})

test("a query loses its control characters, as forms do", () => {
  expect(cleanAddress("/catalog?q=%00borne%1f&x=%0a%09%C3%A9")).toBe("/catalog?q=borne&x=%0a%09%C3%A9")
  expect(cleanAddress("/catalog?q=100%2500")).toBe("/catalog?q=100%2500")
})

test("a path that names nothing leads to the page that says so", () => {
  for (const path of [
    "/product/__proto__",
    "/book/%5F_proto__",

    "/product/%00",
    "/%E0%A4%A",
  ])
    expect(cleanAddress(path), path).toBe(NOWHERE)
  expect(cleanAddress("/product/__proto__?q=1")).toBe(`${NOWHERE}?q=1`)
  expect(cleanAddress("/product/__proto__.data")).toBe(`${NOWHERE}.data`)
  expect(cleanAddress("/product/%C3%A9l%C3%A9phant")).toBe("/product/%C3%A9l%C3%A9phant")
})
