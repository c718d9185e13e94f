import { describe, expect, it } from "vitest"
import { QueueFull, limitConcurrency } from "./limit-concurrency.ts"

describe("limited concurrency", () => {
  it("only the allowed number works at once, in order of arrival", async () => {
    const inTurn = limitConcurrency(2)
    const started: number[] = []
    const finish: (() => void)[] = []
    const all = [0, 1, 2, 3].map((index) =>
      inTurn(async () => {
        started.push(index)
        await new Promise<void>((resolve) => finish.push(resolve))
        return index
      }),
    )
    await Promise.resolve()
    expect(started).toEqual([0, 1])
    finish[1]!()
    await all[1]
    expect(started).toEqual([0, 1, 2])
    finish[0]!()
    await all[0]
    finish[2]!()
    finish[3]!()
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3])
  })

  it("a failed task passes its turn on", async () => {
    const inTurn = limitConcurrency(1)
    const failing = inTurn(() => Promise.reject(new Error("broken")))
    const next = inTurn(() => Promise.resolve("done"))
    await expect(failing).rejects.toThrow("broken")
    expect(await next).toBe("done")
  })

  it("a task beyond the queue's limit is rejected, and later ones are not", async () => {
    const inTurn = limitConcurrency(1, 1)
    let finish = () => {}
    const working = inTurn(() => new Promise<void>((resolve) => (finish = resolve)))
    const waiting = inTurn(() => Promise.resolve())
    await expect(inTurn(() => Promise.resolve())).rejects.toThrow(QueueFull)
    finish()
    await Promise.all([working, waiting])
    await inTurn(() => Promise.resolve())
  })
})
