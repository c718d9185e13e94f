import { type ReactNode, createContext, use, useEffect, useState } from "react"
import { href } from "react-router"
import Users from "lucide-react/icons/users"
import { Icon } from "../../../ui/icon.tsx"
import { watchPresence } from "./watch-presence.ts"

type Enter = (place: string) => () => void

const PresenceContext = createContext<Enter | null>(null)

/** null while nothing can be edited concurrently. */
export function usePresence(place: string | null): void {
  const enter = use(PresenceContext)
  useEffect(() => (place === null ? undefined : enter?.(place)), [enter, place])
}

export function Presence({ children }: { children: ReactNode }) {
  const [others, setOthers] = useState<readonly string[]>([])
  const [watch] = useState(() => {
    const tab = newTab()
    return watchPresence({
      postPresence: (places) => postPresence(tab, places),
      isVisible: () => document.visibilityState === "visible",
      onOthers: (names) => setOthers((previous) => (previous.join("\n") === names.join("\n") ? previous : names)),
    })
  })
  useEffect(() => {
    document.addEventListener("visibilitychange", watch.look)
    window.addEventListener("pagehide", watch.leave)
    window.addEventListener("pageshow", watch.look)
    return () => {
      document.removeEventListener("visibilitychange", watch.look)
      window.removeEventListener("pagehide", watch.leave)
      window.removeEventListener("pageshow", watch.look)
      watch.leave()
    }
  }, [watch])
  return (
    <PresenceContext value={watch.enter}>
      <div className="presence" role="status">
        {others.length > 0 && (
          <span>
            <Icon icon={Users} size="small" />
            {othersLabel(others)}
          </span>
        )}
      </div>
      {children}
    </PresenceContext>
  )
}

export function othersLabel(names: readonly string[]): string {
  const [first = "", second = ""] = names
  if (names.length === 1) return `${first} est aussi sur cette page`
  if (names.length === 2) return `${first} et ${second} sont aussi sur cette page`
  return `${first} et ${names.length - 1} autres sont aussi sur cette page`
}

async function postPresence(tab: string, places: readonly string[]): Promise<readonly string[] | null> {
  const response = await fetch(href("/api/presence"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ tab, places }),
    priority: "low",
    // Must still arrive when the page is left.
    keepalive: true,
  })
  if (response.status === 403) return null
  if (!response.ok) return []
  const { others }: { others: string[] } = await response.json()
  return others
}

/** `crypto.randomUUID` requires https. */
function newTab(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}
