import type { NetworkGeocoder } from "./geocoder.ts"

type Memory = {
  /** How many answers are kept; the one that was used longest ago goes first. */
  max?: number
  /** How long an answer is kept, in milliseconds. */
  keepMs?: number
  /** Milliseconds that only grow. */
  clock?: () => number
}

/** Some hundred kilobytes, and half an hour: as long as somebody needs to book, no record of who asked for what. */
const defaultMemory = { max: 1_000, keepMs: 30 * 60_000 } as const

/**
 * The same geocoder, which does not ask again what it was just told: a delivery is priced at each pause of the typing,
 * then when the step is left, shown and ordered. An answer is known by the question alone, never by who asked; it stays
 * in this process's memory, and nowhere else. "Not found" is an answer; a failure is not.
 */
export function remembered(network: NetworkGeocoder, memory: Memory = {}): NetworkGeocoder {
  const places = bounded<Awaited<ReturnType<NetworkGeocoder["locate"]>>>(memory)
  const lists = bounded<Awaited<ReturnType<NonNullable<NetworkGeocoder["complete"]>>>>(memory)
  const { complete } = network
  return {
    locate: (address, signal) =>
      places([address.street, address.zipCode, address.city].map(spaced).join("|"), () =>
        network.locate(address, signal),
      ),
    ...(complete && {
      complete: (query, limit, signal) => lists(`${limit}|${spaced(query)}`, () => complete(query, limit, signal)),
    }),
  }
}

/** What is known of a question, or what `ask` answers now. A Map keeps its order: the first entry is the oldest. */
function bounded<Answer>({
  max = defaultMemory.max,
  keepMs = defaultMemory.keepMs,
  clock = () => performance.now(),
}: Memory) {
  const known = new Map<string, { answer: Answer; until: number }>()
  return async (question: string, ask: () => Promise<Answer>): Promise<Answer> => {
    const found = known.get(question)
    known.delete(question)
    if (found && found.until > clock()) {
      known.set(question, found)
      return found.answer
    }
    const answer = await ask()
    known.set(question, { answer, until: clock() + keepMs })
    for (const oldest of known.keys()) {
      if (known.size <= max) break
      known.delete(oldest)
    }
    return answer
  }
}

function spaced(text: string): string {
  return text.trim().replace(/\s+/g, " ").toLowerCase()
}
