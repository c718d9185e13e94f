import { stripeInEnvironment } from "../tests/harness/stripe-stand-in.ts"
import { beginProof } from "./proof.ts"

const proof = await beginProof("money")
const stripe = await stripeInEnvironment()
const { cardShop } = await import("../tests/card-stories.ts")
const { accidents } = await import("../tests/money-accidents.ts")
const { closeQueue } = await import("../server/platform/queue/queue.ts")

for (const { title, scenario, play } of accidents) {
  await proof.reset()
  stripe.forget()
  const { actual, expected } = await play(cardShop(stripe))
  proof.report(title, actual, expected)
  proof.say(`  ${scenario}: ${JSON.stringify(actual)}`)
}

await closeQueue()
await stripe.stop()
await proof.end(`${accidents.length} cases, nothing lost, nothing paid or given back twice`)
