import { expect, test } from "vitest"
import { type Leave, admission } from "./admission.ts"

const from = (address: string, visitor = "") => ({ address, visitor })
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test("so many work at once, the others as places are given back, and a place is given back once", async () => {
  const enter = admission({ together: 1, waiting: 9, timeoutMs: 1000 })
  const first = await enter(from("a"))
  let second: Leave | null = null
  void enter(from("b")).then((leave) => (second = leave))
  await settled()
  expect(second).toBeNull()
  first?.()
  first?.()
  await settled()
  expect(second).not.toBeNull()
  let third: Leave | null = null
  void enter(from("c")).then((leave) => (third = leave))
  await settled()
  expect(third).toBeNull()
})

test("one who sends many requests waits for themselves, not the others for them", async () => {
  const enter = admission({ together: 1, waiting: 99, timeoutMs: 1000 })
  const order: string[] = []
  const work = async (who: string) => {
    const leave = await enter(from(who))
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
  const first = await enter(from("a"))
  const waits = enter(from("b"))
  expect(await enter(from("c"))).toBeNull()
  expect(await waits).toBeNull()
  first?.()
  expect(await enter(from("d"))).not.toBeNull()
})

/** The order in which these are let in, one at a time. */
async function orderOf(enter: ReturnType<typeof admission>, asking: { address: string; visitor: string }[]) {
  const order: string[] = []
  await Promise.all(
    asking.map(async (who) => {
      const leave = await enter(who)
      if (!leave) return
      order.push(who.address)
      await settled()
      leave()
    }),
  )
  return order
}

test("a cookie for each request does not make their turn come sooner, nor does a colleague's many requests", async () => {
  const enter = admission({ together: 1, waiting: 99, timeoutMs: 1000 })
  const inventive = Array.from({ length: 20 }, (_, index) => from("one", `session-${index}`))
  expect((await orderOf(enter, [...inventive, from("two")])).indexOf("two")).toBeLessThan(3)
  const office = [...Array.from({ length: 9 }, () => from("busy", "office")), from("quiet", "office")]
  const turns = await orderOf(
    enter,
    office.map(({ address, visitor }) => from(visitor, address)),
  )
  expect(turns).toHaveLength(10)
})

test("where no more may wait, who sent most goes without, not who comes now", async () => {
  const enter = admission({ together: 1, waiting: 4, timeoutMs: 1000 })
  const first = await enter(from("greedy"))
  const greedy = Array.from({ length: 5 }, (_, index) => enter(from("greedy", `${index}`)))
  expect(await greedy[4]).toBeNull()
  const other = enter(from("other"))
  expect(await greedy[0]).toBeNull()
  first?.()
  ;(await greedy[1])?.()
  expect(await other).not.toBeNull()
})
