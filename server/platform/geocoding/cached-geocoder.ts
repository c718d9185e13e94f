import type { NetworkGeocoder } from "./geocoder.ts"

type CacheOptions = {
  max?: number
  ttlMs?: number
  clock?: () => number
}

/** Half an hour: long enough to book, too short for a record of addresses. */
const defaultCache = { max: 1_000, ttlMs: 30 * 60_000 } as const

/** Caches by address alone, never by visitor, and never a failure. */
export function cachedGeocoder(network: NetworkGeocoder, options: CacheOptions = {}): NetworkGeocoder {
  const places = boundedCache<Awaited<ReturnType<NetworkGeocoder["locate"]>>>(options)
  const lists = boundedCache<Awaited<ReturnType<NonNullable<NetworkGeocoder["complete"]>>>>(options)
  const { complete } = network
  return {
    locate: (address, signal) =>
      places([address.street, address.zipCode, address.city].map(normalise).join("|"), () =>
        network.locate(address, signal),
      ),
    ...(complete && {
      complete: (query, limit, signal) => lists(`${limit}|${normalise(query)}`, () => complete(query, limit, signal)),
    }),
  }
}

/** A Map keeps its order: the first entry is the oldest. */
function boundedCache<Answer>({
  max = defaultCache.max,
  ttlMs = defaultCache.ttlMs,
  clock = () => performance.now(),
}: CacheOptions) {
  const entries = new Map<string, { answer: Answer; expiresAt: number }>()
  return async (key: string, load: () => Promise<Answer>): Promise<Answer> => {
    const entry = entries.get(key)
    entries.delete(key)
    if (entry && entry.expiresAt > clock()) {
      entries.set(key, entry)
      return entry.answer
    }
    const answer = await load()
    entries.set(key, { answer, expiresAt: clock() + ttlMs })
    for (const oldest of entries.keys()) {
      if (entries.size <= max) break
      entries.delete(oldest)
    }
    return answer
  }
}

function normalise(text: string): string {
  return text.trim().replace(/\s+/g, " ").toLowerCase()
}
