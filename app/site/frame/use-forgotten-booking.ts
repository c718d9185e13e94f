import { useEffect, useRef } from "react"
import { href, useLocation } from "react-router"
import { CURRENT_BOOKING_KEY, ownerOfCopy } from "../../../isomorphic/current-booking.ts"

/**
 * The browser's copy of a booking says where its owner lives: it goes as soon as the page is not its owner's any more,
 * be it by signing out, by the end of the session or by another person signing in. Signing out leads to a whole new
 * page that knows nobody: there it goes too. The one exception is the confirmation itself, opened again after the
 * session has ended unnoticed: that page may still show what is there.
 */
export function useForgottenBooking(userId: string | null): void {
  const { pathname } = useLocation()
  const before = useRef(userId)
  useEffect(() => {
    const changed = before.current !== null && before.current !== userId
    before.current = userId
    const mayStay = userId === null && !changed && pathname === href("/booking/confirmation")
    try {
      const kept = sessionStorage.getItem(CURRENT_BOOKING_KEY)
      const own = userId !== null && ownerOfCopy(kept) === userId
      if (kept !== null && !own && !mayStay) sessionStorage.removeItem(CURRENT_BOOKING_KEY)
    } catch {
      // Storage can be forbidden: nothing was kept then.
    }
  }, [userId, pathname])
}
