import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "../harness/shop.ts"
import { twoProcesses } from "../harness/two-processes.ts"

test("two processes are replaced one after the other without one failed request", async ({ shop }) => {
  const { url, replace, close } = await twoProcesses(shop, { DRAIN_SECONDS: "5" })
  try {
    const [product] = await shop.sql<{ id: string }>("select id from products where is_active limit 1")
    const requests = [
      () => fetch(`${url}/`),
      () => fetch(`${url}/product/${product?.id}`),
      () => fetch(`${url}/connexion`),
      () =>
        fetch(`${url}/api/rpc/check_dates_availability`, {
          method: "POST",
          headers: { "Content-Type": "application/json", Origin: url },
          body: JSON.stringify({ product_id: product?.id, dates: ["2030-06-12"] }),
        }),
    ]
    const answers: (number | string)[] = []
    const replaced = new AbortController()
    const visit = async (visitor: number) => {
      for (let turn = visitor; !replaced.signal.aborted; turn++) {
        const answer = await requests[turn % requests.length]?.().catch((error: unknown) => String(error))
        if (answer instanceof Response) await answer.arrayBuffer()
        answers.push(answer instanceof Response ? answer.status : String(answer))
        // A page that waits four seconds for a processor is given up, which is not what is tried here.
        await pause(50)
      }
    }
    const visitors = Promise.all([0, 1, 2].map(visit))
    const replacement = replace()

    const askFirst = (path: string) => fetch(`${url}${path}`, { headers: { Cookie: "process=0" } })
    await expect.poll(async () => (await askFirst("/readyz")).status).toBe(503)
    const page = await askFirst("/faq")
    expect([page.status, page.headers.get("x-process")]).toEqual([200, "0"])

    await replacement
    replaced.abort()
    await visitors
    expect((await askFirst("/readyz")).status).toBe(200)
    expect(answers.length).toBeGreaterThan(30)
    expect(answers.filter((answer) => typeof answer !== "number" || answer >= 500)).toEqual([])
  } finally {
    await close()
  }
})
