/**
 * What Stripe tells leads to the same end, however often, late, early or in whatever order it comes, and when it does not
 * come at all: each story is played in each way, on an empty shop, by the address that Stripe posts to.
 */
import { readFile } from "node:fs/promises"
import { stripeInEnvironment } from "../tests/harness/stripe-stand-in.ts"
import type { Money } from "../tests/card-stories.ts"
import { beginProof } from "./proof.ts"

const times = 10
const proof = await beginProof("webhooks")
const stripe = await stripeInEnvironment()
const { cardShop, hear, stories, ways } = await import("../tests/card-stories.ts")
const { closeQueue } = await import("../server/platform/queue/queue.ts")
const shop = cardShop(stripe)

let cases = 0
const posted: string[] = []
const ends = new Set<string>()
for (const story of stories) {
  proof.say(`When ${story.says}:`)
  for (const way of ways(times)) {
    await proof.empty()
    const heard = await hear(shop, story, way)
    if (!heard) continue
    const { answers, kept, money } = heard.found
    cases += 1
    posted.push(...heard.posted)
    ends.add(`${story.says}: ${JSON.stringify(money)}`)
    const answered = Object.entries(answers).map(([status, count]) => `${count} × ${status}`)
    const what = `${way.says}: ${answered.join(" and ") || "nothing posted"}, ${kept} kept; ${inWords(money)}`
    proof.tell(what, heard.found, heard.expected)
  }
  proof.say()
}

// What the manual has an operator ask Stripe for.
const [, listed = ""] = /with the events\n\n((?: {4}.+\n)+)/.exec(await readFile("docs/running.md", "utf8")) ?? []
const kinds = listed.trim().split(/\s+/)
const told = new Set(posted)
proof.tell(
  `each of the ${kinds.length} kinds of event that docs/running.md names was delivered`,
  kinds.filter((kind) => told.has(kind)),
  kinds,
)

await closeQueue()
await stripe.stop()
const states = ends.size === stories.length ? "1 final state of each story" : `${ends.size} final states`
await proof.end(`${stories.length} stories, ${cases} cases, ${posted.length} events delivered, ${states}`)

/** What came, what went back, what is held. */
function inWords({ paid, back, disputes, deposit, status }: Money): string {
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
