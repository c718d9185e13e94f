import { readFile } from "node:fs/promises"
import { stripeInEnvironment } from "../tests/harness/stripe-stand-in.ts"
import type { Money } from "../tests/card-stories.ts"
import { beginProof } from "./proof.ts"

const times = 10
const proof = await beginProof("webhooks")
const stripe = await stripeInEnvironment()
const { cardShop, playStory, stories, ways } = await import("../tests/card-stories.ts")
const { closeQueue } = await import("../server/platform/queue/queue.ts")
const shop = cardShop(stripe)

let cases = 0
const posted: string[] = []
const finalStates = new Set<string>()
for (const story of stories) {
  proof.say(`When ${story.title}:`)
  for (const way of ways(times)) {
    await proof.reset()
    const delivery = await playStory(shop, story, way)
    if (!delivery) continue
    const { answers, storedEvents, money } = delivery.actual
    cases += 1
    posted.push(...delivery.posted)
    finalStates.add(`${story.title}: ${JSON.stringify(money)}`)
    const answered = Object.entries(answers).map(([status, count]) => `${count} × ${status}`)
    const label = `${way.title}: ${answered.join(" and ") || "nothing posted"}, ${storedEvents} kept; ${describeMoney(money)}`
    proof.report(label, delivery.actual, delivery.expected)
  }
  proof.say()
}

const [, listed = ""] = /with the events\n\n((?: {4}.+\n)+)/.exec(await readFile("docs/running.md", "utf8")) ?? []
const kinds = listed.trim().split(/\s+/)
const deliveredKinds = new Set(posted)
proof.report(
  `each of the ${kinds.length} kinds of event that docs/running.md names was delivered`,
  kinds.filter((kind) => deliveredKinds.has(kind)),
  kinds,
)

await closeQueue()
await stripe.stop()
const states = finalStates.size === stories.length ? "1 final state of each story" : `${finalStates.size} final states`
await proof.end(`${stories.length} stories, ${cases} cases, ${posted.length} events delivered, ${states}`)

function describeMoney({ paid, back, disputes, deposit, status }: Money): string {
  const euros = (cents: number) => (cents / 100).toFixed(2)
  return [
    ...paid.map(({ amount, means }) => `${euros(amount)} by ${means}`),
    ...back.map((refund) =>
      refund.open === undefined
        ? `${euros(refund.amount)} back by ${refund.by}`
        : `${euros(refund.amount)} to give back: ${refund.open}`,
    ),
    ...disputes.map(({ amount, stage }) => `${euros(amount)} disputed, ${stage}`),
    ...(deposit.length > 0 ? [`deposit ${deposit.join(", ")}`] : []),
    status,
  ].join(", ")
}
