import { useEffect } from "react"

export function useLeavePage(href: string): null {
  useEffect(() => location.assign(href), [href])
  return null
}
