import { useEffect, useState } from "react"
import { type BookingSummary, CURRENT_BOOKING_KEY, parseSummary } from "../../../domain/booking/summary.ts"

/**
 * The server's booking, kept under the specified key. What the browser kept is shown when the page was opened with
 * nobody signed in, and only then: whoever is signed in sees what the server knows of them, and nothing else.
 */
export function useKeptBooking(booking: BookingSummary | null, signedIn: boolean): BookingSummary | null {
  const [openedByNobody] = useState(!signedIn)
  const [kept, setKept] = useState<BookingSummary | null>(null)
  useEffect(() => {
    try {
      if (booking) sessionStorage.setItem(CURRENT_BOOKING_KEY, JSON.stringify(booking))
      setKept(openedByNobody && !signedIn ? parseSummary(sessionStorage.getItem(CURRENT_BOOKING_KEY)) : null)
    } catch {
      // Storage can be forbidden: the page then shows what the server knows.
    }
  }, [booking, signedIn, openedByNobody])
  return signedIn ? booking : kept
}
