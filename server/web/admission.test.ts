import { expect, test } from "vitest"
import { type Release, createAdmission } from "./admission.ts"

const from = (address: string, visitor = "") => ({ address, visitor })
const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

test("a limited number work at once, the others follow as places are freed, each freed once", async () => {
  const enter = createAdmission({ maxWorking: 1, maxWaiting: 9, timeoutMs: 1000 })
  const first = await enter(from("a"))
  let second: Release | null = null
  void enter(from("b")).then((leave) => (second = leave))
  await settled()
  expect(second).toBeNull()
  first?.()
  first?.()
  await settled()
  expect(second).not.toBeNull()
  let third: Release | null = null
  void enter(from("c")).then((leave) => (third = leave))
  await settled()
  expect(third).toBeNull()
})

test("a visitor with many requests waits for themselves, and the others do not wait for them", async () => {
  const enter = createAdmission({ maxWorking: 1, maxWaiting: 99, timeoutMs: 1000 })
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

test("a request waits no longer than the limit, nor behind too many", async () => {
  const enter = createAdmission({ maxWorking: 1, maxWaiting: 1, timeoutMs: 20 })
  const first = await enter(from("a"))
  const waits = enter(from("b"))
  expect(await enter(from("c"))).toBeNull()
  expect(await waits).toBeNull()
  first?.()
  expect(await enter(from("d"))).not.toBeNull()
})

async function admissionOrder(
  enter: ReturnType<typeof createAdmission>,
  asking: { address: string; visitor: string }[],
) {
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

test("neither a new cookie per request nor a colleague's many requests change the order", async () => {
  const enter = createAdmission({ maxWorking: 1, maxWaiting: 99, timeoutMs: 1000 })
  const inventive = Array.from({ length: 20 }, (_, index) => from("one", `session-${index}`))
  expect((await admissionOrder(enter, [...inventive, from("two")])).indexOf("two")).toBeLessThan(3)
  const office = [...Array.from({ length: 9 }, () => from("busy", "office")), from("quiet", "office")]
  const turns = await admissionOrder(
    enter,
    office.map(({ address, visitor }) => from(visitor, address)),
  )
  expect(turns).toHaveLength(10)
})

test("a full queue drops a request of the heaviest sender, not the newcomer", async () => {
  const enter = createAdmission({ maxWorking: 1, maxWaiting: 4, timeoutMs: 1000 })
  const first = await enter(from("greedy"))
  const greedy = Array.from({ length: 5 }, (_, index) => enter(from("greedy", `${index}`)))
  expect(await greedy[4]).toBeNull()
  const other = enter(from("other"))
  expect(await greedy[0]).toBeNull()
  first?.()
  ;(await greedy[1])?.()
  expect(await other).not.toBeNull()
})
