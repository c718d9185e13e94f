import { expect, test } from "vitest"
import { NOT_FOUND_PATH, cleanUrl, checkRequestLine } from "./request-line.ts"

const rejectedStatus = (method: string, url: string, host: string | undefined = "localhost:3000") =>
  checkRequestLine({ method, url, headers: { host } })?.status ?? null

test("an unknown method, an invalid path and an invalid Host are refused", () => {
  for (const method of ["TRACE", "OPTIONS", "PUT", "DELETE", "CONNECT", "PROPFIND"])
    expect(rejectedStatus(method, "/")).toBe(405)
  expect(rejectedStatus("OPTIONS", "*")).toBe(405)
  for (const url of ["*", "http://localhost:3000/catalog", ""]) expect(rejectedStatus("GET", url), url).toBe(400)
  for (const host of ["x:99999", "", "a b", "x/y", "user@x"]) expect(rejectedStatus("GET", "/", host), host).toBe(400)
  expect(checkRequestLine({ method: "GET", url: "/", headers: {} })?.status).toBe(400)
  for (const host of ["localhost:3000", "guinguette.example", "127.0.0.1:80", "[::1]:3000"])
    for (const method of ["GET", "HEAD", "POST"]) expect(rejectedStatus(method, "/catalog?q=1", host)).toBeNull()
})

test("a query loses its control characters, as form fields do", () => {
  expect(cleanUrl("/catalog?q=%00borne%1f&x=%0a%09%C3%A9")).toBe("/catalog?q=borne&x=%0a%09%C3%A9")
  expect(cleanUrl("/catalog?q=100%2500")).toBe("/catalog?q=100%2500")
})

test("an invalid path leads to the 404 page", () => {
  for (const path of [
    "/product/__proto__",
    "/book/%5F_proto__",

    "/product/%00",
    "/%E0%A4%A",
  ])
    expect(cleanUrl(path), path).toBe(NOT_FOUND_PATH)
  expect(cleanUrl("/product/__proto__?q=1")).toBe(`${NOT_FOUND_PATH}?q=1`)
  expect(cleanUrl("/product/__proto__.data")).toBe(`${NOT_FOUND_PATH}.data`)
  expect(cleanUrl("/product/%C3%A9l%C3%A9phant")).toBe("/product/%C3%A9l%C3%A9phant")
})
