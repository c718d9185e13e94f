import { type ComponentType, useEffect, useState } from "react"
import type { LivePage } from "../../http/live.ts"

type LiveProps = { live: LivePage; holds?: boolean }

/**
 * Follows a page that nothing new moves, with a script that comes once the page is there: a visitor's first page weighs
 * less. Where it does not come, the page is what it was when it was asked for.
 */
export function LiveLater(props: LiveProps) {
  const [Live, setLive] = useState<ComponentType<LiveProps> | null>(null)
  useEffect(() => {
    const loaded = import("./live.tsx")
    loaded.then(({ Live: follows }) => setLive(() => follows)).catch(() => {})
  }, [])
  return Live && <Live {...props} />
}
