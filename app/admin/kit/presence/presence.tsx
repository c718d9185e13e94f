import { type ReactNode, createContext, use, useEffect, useState } from "react"
import { href } from "react-router"
import Users from "lucide-react/icons/users"
import { Icon } from "../../../ui/icon.tsx"
import { watchPresence } from "./watch-presence.ts"

type Enter = (place: string) => () => void

const PresenceContext = createContext<Enter | null>(null)

/**
 * This booking, or what this form changes, is open here: other administrators who have it open are told, and named here.
 * Null where there is nothing yet that two could change.
 */
export function usePresence(place: string | null): void {
  const enter = use(PresenceContext)
  useEffect(() => (place === null ? undefined : enter?.(place)), [enter, place])
}

/** Around the screens of the back office: says who else has open what is open here. Without a script, nobody. */
export function Presence({ children }: { children: ReactNode }) {
  const [others, setOthers] = useState<readonly string[]>([])
  const [watch] = useState(() => {
    // Of this page until it is loaded anew.
    const tab = newTab()
    return watchPresence({
      say: (places) => say(tab, places),
      isVisible: () => document.visibilityState === "visible",
      onOthers: (names) => setOthers((last) => (last.join("\n") === names.join("\n") ? last : names)),
    })
  })
  useEffect(() => {
    document.addEventListener("visibilitychange", watch.look)
    window.addEventListener("pagehide", watch.leave)
    // Brought back by the browser's "back".
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
            <Icon of={Users} size="small" />
            {othersLabel(others)}
          </span>
        )}
      </div>
      {children}
    </PresenceContext>
  )
}

/** Who else is here, by name; from the third on, how many. */
export function othersLabel(names: readonly string[]): string {
  const [first = "", second = ""] = names
  if (names.length === 1) return `${first} est aussi sur cette page`
  if (names.length === 2) return `${first} et ${second} sont aussi sur cette page`
  return `${first} et ${names.length - 1} autres sont aussi sur cette page`
}

async function say(tab: string, places: readonly string[]): Promise<readonly string[] | null> {
  const response = await fetch(href("/api/presence"), {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ tab, places }),
    priority: "low",
    // Of a page that is left it arrives all the same.
    keepalive: true,
  })
  if (response.status === 403) return null
  if (!response.ok) return []
  const { others }: { others: string[] } = await response.json()
  return others
}

/** `crypto.randomUUID` is there over https alone. */
function newTab(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("")
}
