/** The last unit goes to exactly one of many who ask at once; without the database's constraint it would not. */
import { beginProof } from "./proof.ts"

const clients = 50
const rounds = 20
const proof = await beginProof("race")
const { dropOccupancyKey, raceForLastUnit, restoreOccupancyKey } = await import("../tests/last-unit.ts")
const { closeQueue } = await import("../server/platform/queue/queue.ts")

const refused = Array.from({ length: clients - 1 }, () => "days-taken")
for (let round = 1; round <= rounds; round++) {
  await proof.empty()
  const found = await raceForLastUnit(clients)
  const what = `round ${round}: ${clients} asked at once, ${found.winners} got it, ${found.refusals.length} were refused`
  proof.tell(what, found, { winners: 1, refusals: refused })
}

await proof.empty()
await dropOccupancyKey()
const without: number[] = []
for (let round = 1; round <= rounds; round++) without.push((await raceForLastUnit(clients)).winners)
await restoreOccupancyKey()
const several = without.filter((winners) => winners >= 2).length
proof.tell(
  `without the constraint, ${rounds} rounds: ${without.join(", ")} got it: the race is a real one`,
  several > 0,
  true,
)

await closeQueue()
await proof.end(
  `${rounds} rounds of ${clients}, exactly one success each; without the constraint up to ${Math.max(...without)}, more than one in ${several} of ${rounds}`,
)
