import { useEffect, useEffectEvent } from "react"
import { useRevalidator } from "react-router"

const channelName = "guinguette-cart"

/** `whose`: who looks at it, and for whose account (`sessionOwnerKey`). */
type News = { whose: string; lines: number }

type CartKeeperProps = {
  /** Whose cart this page shows, and how many lines it has; null for nobody. */
  cart: News | null
}

/** What is put into the cart, removed or ordered in one tab shows in the header of the others. Shows nothing itself. */
export function CartKeeper({ cart }: CartKeeperProps) {
  const { revalidate } = useRevalidator()
  const whose = cart?.whose ?? null
  const lines = cart?.lines ?? 0

  const heard = useEffectEvent((news: News) => {
    if (news.whose === whose && news.lines !== lines) void revalidate()
  })

  useEffect(() => {
    if (whose === null || typeof BroadcastChannel === "undefined") return
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }: MessageEvent<News>) => heard(data)
    channel.postMessage({ whose, lines } satisfies News)
    return () => channel.close()
  }, [whose, lines])

  return null
}
