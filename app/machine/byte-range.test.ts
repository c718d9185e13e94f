import { expect, test } from "vitest"
import { parseRange } from "./byte-range.ts"

test.each([
  ["bytes=0-", { first: 0, last: 99 }],
  ["bytes=0-0", { first: 0, last: 0 }],
  ["bytes=10-19", { first: 10, last: 19 }],
  ["bytes=90-500", { first: 90, last: 99 }],
  ["bytes=-10", { first: 90, last: 99 }],
  ["bytes=-500", { first: 0, last: 99 }],
  ["bytes=100-", "beyond"],
  ["bytes=100-120", "beyond"],
  ["bytes=-0", "beyond"],
  ["bytes=-000", "beyond"],
  ["bytes=-", "whole"],
  ["bytes=20-10", "whole"],
  ["bytes=0-1,5-6", "whole"],
  ["lines=0-1", "whole"],
  ["bytes=a-b", "whole"],
])("%s of a hundred bytes is %o", (header, part) => {
  expect(parseRange(header, 100)).toEqual(part)
})

test("a range of an empty file is ignored", () => {
  expect(parseRange("bytes=0-", 0)).toBe("beyond")
  expect(parseRange("bytes=-1", 0)).toBe("beyond")
})
