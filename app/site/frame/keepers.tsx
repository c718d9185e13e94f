import { type ComponentProps } from "react"
import { CartSync } from "./cart-keeper.tsx"
import { SessionSync } from "./session-keeper.tsx"

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
