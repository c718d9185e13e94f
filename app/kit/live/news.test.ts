import { expect, test } from "vitest"
import { type Change, trackNews, readDelays } from "./news.ts"

/** Without chance: halfway between the least and the most. */
const plain = () => trackNews(() => 0.5)
const change = (more: Partial<Change> = {}): Change => ({ count: 1, xids: [10n], spread: 0, ...more })

test("what changed is read when every process knows it, with others of the same page at different instants", () => {
  const [first, last] = [trackNews(() => 0), trackNews(() => 1)]
  for (const news of [first, last]) news.add(change(), 1_000)
  expect([first.dueAt(), last.dueAt()]).toEqual([1_300, 1_700])
})

test("when all catch up, each takes its time; what changes meanwhile does not wait for that", () => {
  const news = trackNews(() => 1)
  news.add(change({ spread: 5_000 }), 0)
  expect(news.dueAt()).toBe(5_300)
  news.add(change(), 1_000)
  expect([news.dueAt(), news.count()]).toEqual([1_700, 2])
})

test("a reading that fails loses nothing: it is tried again, later each time, until one brings new data", () => {
  const news = plain()
  news.add(change(), 0)
  for (const delay of [...readDelays, 60_000]) {
    news.begin()
    expect([news.dueAt(), news.count()]).toEqual([null, 1])
    news.failed(100_000)
    expect([news.dueAt(), news.count()]).toEqual([100_000 + delay, 1])
  }
  news.begin()
  news.done(0)
  expect([news.dueAt(), news.count()]).toEqual([null, 0])
  // The next begins anew.
  news.add(change(), 0)
  news.begin()
  news.failed(0)
  expect(news.dueAt()).toBe(1_000)
})

test("what changes while the page is being read waits for the next reading", () => {
  const news = plain()
  news.add(change(), 0)
  news.begin()
  news.add(change({ count: 2 }), 1_000)
  expect(news.dueAt()).toBe(null)
  news.done(1_200)
  expect([news.dueAt(), news.count()]).toEqual([1_500, 2])
})

test("one's own act, which the page has been read after, does not wait", () => {
  const news = plain()
  news.add(change({ xids: [10n] }), 0)
  news.seen("10:10:")
  expect(news.count()).toBe(1)
  news.seen("11:11:")
  expect([news.count(), news.dueAt()]).toEqual([0, null])
  // Nor when it is told only then.
  news.add(change({ xids: [10n] }), 0)
  expect([news.count(), news.dueAt()]).toEqual([0, null])
  // What somebody else did after it waits.
  news.add(change({ xids: [12n] }), 0)
  news.add(change({ xids: [14n], count: 2 }), 0)
  news.seen("13:13:")
  expect(news.count()).toBe(2)
  // Of what was told together, all must be part of it.
  news.add(change({ xids: [11n, 15n], count: 4 }), 0)
  news.seen("15:15:")
  expect(news.count()).toBe(4)
  // Whether what cannot be known is part of it is not known either.
  news.add(change({ xids: null }), 0)
  news.seen("99:99:")
  expect(news.count()).toBe(1)
  news.seen(null)
  news.forget()
  expect(news.dueAt()).toBe(null)
})

test("nor does it while an older transaction is still running, whose change waits as soon as it is told", () => {
  const news = plain()
  news.add(change({ xids: [12n] }), 0)
  news.seen("5:13:5")
  expect([news.count(), news.dueAt()]).toEqual([0, null])
  news.add(change({ xids: [5n] }), 0)
  news.seen("5:13:5")
  expect(news.count()).toBe(1)
  // Also what is being read already.
  news.begin()
  news.seen("13:13:")
  expect(news.count()).toBe(0)
})

test("a page that nobody looks at for long loses nothing", () => {
  const news = plain()
  for (let xid = 1n; xid <= 40n; xid++) news.add(change({ xids: [xid] }), Number(xid) * 1_000)
  expect([news.count(), news.hasWaitedLong(6_000)]).toEqual([40, true])
  // The last are known apart.
  news.seen("99:99:")
  expect(news.count()).toBe(9)
})

test("what cannot be counted is read as well", () => {
  const news = plain()
  news.add(change({ count: 0 }), 0)
  expect([news.count(), news.dueAt()]).toEqual([0, 500])
})

test("what cannot be counted has the page read again once in some seconds; what can does not wait for that", () => {
  const news = plain()
  news.add(change({ count: 0 }), 0)
  news.begin()
  news.add(change({ count: 0 }), 600)
  news.done(1_000)
  expect(news.dueAt()).toBe(4_200)
  news.add(change({ count: 0 }), 1_500)
  expect(news.dueAt()).toBe(4_200)
  news.add(change(), 2_000)
  expect(news.dueAt()).toBe(1_100)
  // Long after a reading it is read at once.
  news.begin()
  news.done(3_000)
  news.add(change({ count: 0 }), 60_000)
  expect(news.dueAt()).toBe(60_500)
})

test("what has waited for some seconds is known, also while it is being read and after that failed", () => {
  const news = plain()
  expect(news.hasWaitedLong(1_000_000)).toBe(false)
  news.add(change({ count: 0 }), 1_000)
  news.add(change({ count: 0 }), 5_000)
  expect([news.hasWaitedLong(5_999), news.hasWaitedLong(6_000)]).toEqual([false, true])
  news.begin()
  expect(news.hasWaitedLong(6_000)).toBe(true)
  news.failed(6_000)
  expect(news.hasWaitedLong(6_000)).toBe(true)
  news.begin()
  news.done(7_000)
  expect(news.hasWaitedLong(1_000_000)).toBe(false)
})
