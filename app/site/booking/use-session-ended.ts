import { useState } from "react"

/** True once a page that was somebody's has become nobody's: the session has ended under it. */
export function useSessionEnded(signedIn: boolean): boolean {
  const [wasSignedIn, setWasSignedIn] = useState(signedIn)
  if (signedIn && !wasSignedIn) setWasSignedIn(true)
  return wasSignedIn && !signedIn
}
