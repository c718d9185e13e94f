import { expect, test } from "vitest"
import { type Leave, admission } from "./admission.ts"

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test("so many work at once, the others as places are given back, and a place is given back once", async () => {
  const enter = admission({ together: 1, waiting: 9, timeoutMs: 1000 })
  const first = await enter("a")
  let second: Leave | null = null
  void enter("b").then((leave) => (second = leave))
  await settled()
  expect(second).toBeNull()
  first?.()
  first?.()
  await settled()
  expect(second).not.toBeNull()
  let third: Leave | null = null
  void enter("c").then((leave) => (third = leave))
  await settled()
  expect(third).toBeNull()
})

test("one who sends many requests waits for themselves, not the others for them", async () => {
  const enter = admission({ together: 1, waiting: 99, timeoutMs: 1000 })
  const order: string[] = []
  const work = async (who: string) => {
    const leave = await enter(who)
    order.push(who)
    await settled()
    leave?.()
  }
  const greedy = Array.from({ length: 6 }, () => work("greedy"))
  await Promise.all([...greedy, work("other"), work("third")])
  expect(order.slice(0, 4).sort()).toEqual(["greedy", "greedy", "other", "third"])
})

test("nobody waits longer than told, nor behind too many", async () => {
  const enter = admission({ together: 1, waiting: 1, timeoutMs: 20 })
  const first = await enter("a")
  const waits = enter("b")
  expect(await enter("c")).toBeNull()
  expect(await waits).toBeNull()
  first?.()
  expect(await enter("d")).not.toBeNull()
})
