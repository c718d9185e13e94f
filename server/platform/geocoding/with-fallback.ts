import { networkTimeoutMs, withinLimit, type Geocoder, type NetworkGeocoder } from "./geocoder.ts"

type Fallback = {
  /** Told of every failure; the visitor is not. */
  onFailure: (error: unknown) => void
  /** How long one answer of the network may take, in milliseconds. */
  timeoutMs?: number
  /** How long the network is left alone after a failure, in milliseconds. */
  pauseMs?: number
  /** Milliseconds that only grow. */
  clock?: () => number
}

/**
 * Asks the network first and the communes when it fails, takes more than 2 s, or knows no better. After a failure the
 * network is left alone for 30 s, then one question tries it while the others go on offline: an outage costs a visitor
 * 2 s at most, not 2 s at each keystroke.
 */
export function withFallback(network: NetworkGeocoder, offline: Geocoder, fallback: Fallback): Geocoder {
  const { onFailure, timeoutMs = networkTimeoutMs, pauseMs = 30_000, clock = () => performance.now() } = fallback
  let failing = false
  let leftAloneUntil = -Infinity

  /** What the network answers; null when it is not asked or fails. */
  async function attempt<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer | null> {
    if (clock() < leftAloneUntil) return null
    if (failing) leftAloneUntil = clock() + pauseMs
    try {
      const answer = await ask(AbortSignal.timeout(timeoutMs))
      failing = false
      leftAloneUntil = -Infinity
      return answer
    } catch (error) {
      failing = true
      leftAloneUntil = clock() + pauseMs
      onFailure(error)
      return null
    }
  }

  return {
    async locate(address) {
      return (await attempt((signal) => network.locate(address, signal))) ?? offline.locate(address)
    },
    async complete(query, limit) {
      const { complete } = network
      const found = complete ? await attempt((signal) => complete(query, withinLimit(limit), signal)) : null
      return found && found.length > 0 ? found : offline.complete(query, limit)
    },
    townsOf: (postcode) => offline.townsOf(postcode),
  }
}
