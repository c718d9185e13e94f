import { networkTimeoutMs, clampLimit, type Geocoder, type NetworkGeocoder } from "./geocoder.ts"

type Fallback = {
  onFailure: (error: unknown) => void
  timeoutMs?: number
  pauseMs?: number
  clock?: () => number
}

/** After a failure one query per 30 s tries the network: an outage must not delay each keystroke. */
export function withFallback(network: NetworkGeocoder, offline: Geocoder, fallback: Fallback): Geocoder {
  const { onFailure, timeoutMs = networkTimeoutMs, pauseMs = 30_000, clock = () => performance.now() } = fallback
  let failing = false
  let pausedUntil = -Infinity

  async function tryNetwork<Answer>(request: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | null> {
    if (clock() < pausedUntil) return null
    if (failing) pausedUntil = clock() + pauseMs
    try {
      const answer = await request(AbortSignal.timeout(timeoutMs))
      failing = false
      pausedUntil = -Infinity
      return answer
    } catch (error) {
      failing = true
      pausedUntil = clock() + pauseMs
      onFailure(error)
      return null
    }
  }

  return {
    async locate(address) {
      return (await tryNetwork((signal) => network.locate(address, signal))) ?? offline.locate(address)
    },
    async complete(query, limit) {
      const { complete } = network
      const suggestions = complete ? await tryNetwork((signal) => complete(query, clampLimit(limit), signal)) : null
      return suggestions && suggestions.length > 0 ? suggestions : offline.complete(query, limit)
    },
    listTowns: (postcode) => offline.listTowns(postcode),
  }
}
