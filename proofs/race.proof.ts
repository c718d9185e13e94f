import { beginProof } from "./proof.ts"

const clients = 50
const rounds = 20
const proof = await beginProof("race")
const { dropOccupancyKey, raceForLastUnit, raceWithoutLock, restoreOccupancyKey } =
  await import("../tests/last-unit.ts")
const { closeQueue } = await import("../server/platform/queue/queue.ts")

const refused = Array.from({ length: clients - 1 }, () => "days-taken")
for (let round = 1; round <= rounds; round++) {
  await proof.reset()
  const result = await raceForLastUnit(clients)
  const label = `round ${round}: ${clients} asked at once, ${result.winners} got it, ${result.refusals.length} were refused`
  proof.report(label, result, { winners: 1, refusals: refused })
}

await proof.reset()
const guardedWinners: number[] = []
for (let round = 1; round <= rounds; round++) guardedWinners.push(await raceWithoutLock(8))
proof.report(
  `unequal ranges by plain SQL, without the lock: the constraint lets one in, in each of ${rounds} rounds`,
  guardedWinners,
  guardedWinners.map(() => 1),
)

await dropOccupancyKey()
const unguardedWinners: number[] = []
for (let round = 1; round <= rounds; round++) unguardedWinners.push(await raceWithoutLock(clients))
await restoreOccupancyKey()
const oversoldRounds = unguardedWinners.filter((winners) => winners >= 2).length
proof.report(
  `without lock and constraint, ${rounds} rounds: ${unguardedWinners.join(", ")} got it: the race is a real one`,
  oversoldRounds > 0,
  true,
)

await closeQueue()
await proof.end(
  `${rounds} rounds of ${clients}, exactly one success each; without lock and constraint up to ${Math.max(...unguardedWinners)}, more than one in ${oversoldRounds} of ${rounds}`,
)
