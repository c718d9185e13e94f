import { type ComponentProps, useEffect, useEffectEvent } from "react"
import { SessionSync } from "./session-sync.tsx"
import { useRevalidator } from "react-router"

export function BackgroundSync({
  session,
  cart,
}: ComponentProps<typeof SessionSync> & ComponentProps<typeof CartSync>) {
  return (
    <>
      <SessionSync session={session} />
      <CartSync cart={cart} />
    </>
  )
}

const channelName = "guinguette-cart"

/** `ownerKey`: see `sessionOwnerKey`. */
type CartMessage = { ownerKey: string; lines: number }

type CartSyncProps = {
  cart: CartMessage | null
}

/** Updates the header of other tabs when one changes the cart. */
function CartSync({ cart }: CartSyncProps) {
  const { revalidate } = useRevalidator()
  const ownerKey = cart?.ownerKey ?? null
  const lines = cart?.lines ?? 0

  const handleMessage = useEffectEvent((news: CartMessage) => {
    if (news.ownerKey === ownerKey && news.lines !== lines) void revalidate()
  })

  useEffect(() => {
    if (ownerKey === null || typeof BroadcastChannel === "undefined") return
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }: MessageEvent<CartMessage>) => handleMessage(data)
    channel.postMessage({ ownerKey, lines } satisfies CartMessage)
    return () => channel.close()
  }, [ownerKey, lines])

  return null
}
