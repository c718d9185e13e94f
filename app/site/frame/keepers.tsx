import { type ComponentProps } from "react"
import { CartKeeper } from "./cart-keeper.tsx"
import { SessionKeeper } from "./session-keeper.tsx"

/** What keeps an open page true to its session and its cart. Shows nothing. */
export function Keepers({ session, cart }: ComponentProps<typeof SessionKeeper> & ComponentProps<typeof CartKeeper>) {
  return (
    <>
      <SessionKeeper session={session} />
      <CartKeeper cart={cart} />
    </>
  )
}
