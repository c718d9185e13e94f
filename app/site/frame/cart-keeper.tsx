import { useEffect, useEffectEvent } from "react"
import { useRevalidator } from "react-router"

const channelName = "guinguette-cart"

type News = { userId: string; lines: number }

type CartKeeperProps = {
  /** Whose cart this page shows, and how many lines it has; null for nobody. */
  cart: News | null
}

/** What is put into the cart, removed or ordered in one tab shows in the header of the others. Shows nothing itself. */
export function CartKeeper({ cart }: CartKeeperProps) {
  const { revalidate } = useRevalidator()
  const userId = cart?.userId ?? null
  const lines = cart?.lines ?? 0

  const heard = useEffectEvent((news: News) => {
    if (news.userId === userId && news.lines !== lines) void revalidate()
  })

  useEffect(() => {
    if (userId === null || typeof BroadcastChannel === "undefined") return
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }: MessageEvent<News>) => heard(data)
    channel.postMessage({ userId, lines } satisfies News)
    return () => channel.close()
  }, [userId, lines])

  return null
}
