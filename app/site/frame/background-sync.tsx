import { type ComponentProps } from "react"
import { CartSync } from "./cart-sync.tsx"
import { SessionSync } from "./session-sync.tsx"

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
