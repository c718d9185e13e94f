import { expect, test } from "vitest"
import { type Snapshot, covers, isVisible, readSnapshot, snapshotPattern, snapshotText } from "./snapshot.ts"

const read = (text: string) => readSnapshot(text) as Snapshot

test("a transaction is part of a reading when it had ended, whatever older one was running", () => {
  const snapshot = read("100:110:100,105")
  expect([99n, 100n, 104n, 105n, 109n, 110n].map((xid) => isVisible(xid, snapshot))).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ])
})

test("it is read back as it was said, and nothing else is", () => {
  for (const text of ["100:100:", "100:110:100,105"]) expect(snapshotText(read(text))).toBe(text)
  for (const text of [null, "", "100", "100:110", "100:110:x", "100:110:100,", "-1:2:", `${"9".repeat(21)}:1:`])
    expect(readSnapshot(text)).toBe(null)
})

test("of very many running transactions only the oldest is said", () => {
  const running = Array.from({ length: 41 }, (_, index) => BigInt(100 + index))
  const said = (of: bigint[]) => snapshotText({ xmin: 100n, xmax: 200n, running: new Set(of) })
  expect(said(running)).toBe("100:100:")
  expect(said(running.slice(1))).toMatch(/^100:200:101,/)
  expect(snapshotPattern.test(said(running.slice(1)))).toBe(true)
})

test("a reading covers another when nothing that was part of that one is missing", () => {
  const earlier = read("100:110:100,105")
  for (const later of ["100:110:100,105", "100:110:105", "100:110:", "110:110:", "105:120:105,112", "200:200:"])
    expect([later, covers(read(later), earlier)]).toEqual([later, true])
  for (const later of ["100:109:100,105", "100:110:100,104,105", "99:120:99", "100:100:"])
    expect([later, covers(read(later), earlier)]).toEqual([later, false])
})
