import { useEffect, useRef } from "react"
import { href, useLocation } from "react-router"
import { CURRENT_BOOKING_KEY, storedBookingOwner } from "../../../isomorphic/current-booking.ts"

/**
 * Deletes the copy, which holds its owner's address, once they have signed out. A confirmation reopened after the
 * session ended may keep it.
 */
export function useBookingCopyCleanup(userId: string | null): void {
  const { pathname } = useLocation()
  const previousUserId = useRef(userId)
  useEffect(() => {
    const changed = previousUserId.current !== null && previousUserId.current !== userId
    previousUserId.current = userId
    const mayStay = userId === null && !changed && pathname === href("/booking/confirmation")
    try {
      const copy = sessionStorage.getItem(CURRENT_BOOKING_KEY)
      const isOwn = userId !== null && storedBookingOwner(copy) === userId
      if (copy !== null && !isOwn && !mayStay) sessionStorage.removeItem(CURRENT_BOOKING_KEY)
    } catch {
      // Storage can be forbidden: nothing was stored then.
    }
  }, [userId, pathname])
}
