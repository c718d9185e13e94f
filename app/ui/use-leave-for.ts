import { useEffect } from "react"

/** Leads to another page, loaded anew. Shows nothing. */
export function useLeaveFor(href: string): null {
  useEffect(() => location.assign(href), [href])
  return null
}
