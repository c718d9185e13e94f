import { expect, test } from "vitest"
import { type Change, newNews, readDelays } from "./news.ts"

/** Without chance: halfway between the least and the most. */
const plain = () => newNews(() => 0.5)
const change = (more: Partial<Change> = {}): Change => ({ count: 1, upTo: 10n, spread: 0, ...more })

test("what changed is read when every process knows it, with others of the same page at different instants", () => {
  const [first, last] = [newNews(() => 0), newNews(() => 1)]
  for (const news of [first, last]) news.add(change(), 1_000)
  expect([first.dueAt(), last.dueAt()]).toEqual([1_300, 1_700])
})

test("when all catch up, each takes its time; what changes meanwhile does not wait for that", () => {
  const news = newNews(() => 1)
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
  news.done()
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
  news.done()
  expect([news.dueAt(), news.count()]).toEqual([1_500, 2])
})

test("one's own act, which the page has been read after, does not wait", () => {
  const news = plain()
  news.add(change({ upTo: 10n }), 0)
  news.seen("10")
  expect(news.count()).toBe(1)
  news.seen("11")
  expect([news.count(), news.dueAt()]).toEqual([0, null])
  // Together with what somebody else did after it, both wait.
  news.add(change({ upTo: 12n }), 0)
  news.add(change({ upTo: 14n }), 0)
  news.seen("13")
  expect(news.count()).toBe(2)
  // Whether what cannot be known is part of it is not known either.
  news.add(change({ upTo: null }), 0)
  news.seen("99")
  expect(news.count()).toBe(3)
  news.seen(null)
  news.forget()
  expect(news.dueAt()).toBe(null)
})

test("what cannot be counted is read as well", () => {
  const news = plain()
  news.add(change({ count: 0 }), 0)
  expect([news.count(), news.dueAt()]).toEqual([0, 500])
})
