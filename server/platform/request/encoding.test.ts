import { expect, test } from "vitest"
import { chooseEncoding } from "./encoding.ts"

const all = () => true

test.each([
  [undefined, "identity"],
  ["", "identity"],
  ["gzip, deflate, br", "br"],
  ["gzip", "gzip"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["br;q=0,gzip;q=0", "identity"],
  ["GZIP ; Q=1", "gzip"],
  ["*", "zstd"],
  ["gzip, deflate, br, zstd", "zstd"],
  ["br, zstd;q=0", "br"],
  ["*;q=0, gzip", "gzip"],
  ["identity;q=0", null],
  ["*;q=0", null],
  ["br;q=0.001", "br"],
])("Accept-Encoding %o is served as %o", (header, chosen) => {
  expect(chooseEncoding(header, all)).toBe(chosen)
})

test("an encoding that is not ready yet is not chosen", () => {
  expect(chooseEncoding("br, gzip", (encoding) => encoding === "gzip")).toBe("gzip")
  expect(chooseEncoding("br, identity;q=0", (encoding) => encoding === "identity")).toBeNull()
})
