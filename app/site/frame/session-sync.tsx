import { useEffect, useEffectEvent } from "react"
import { href, useRevalidator } from "react-router"
import { useBookingCopyCleanup } from "./use-booking-copy-cleanup.ts"
import { type SessionAnswer, sessionOwnerKey } from "../../http/session-answer.ts"
import { watchSession, type SessionStatus } from "./watch-session.ts"

type SessionSyncProps = {
  /** null when signed out. */
  session: { userId: string; accountId: string | null; endsInSeconds: number } | null
}

const channelName = "guinguette-session"

/** Keeps the page and other tabs in step with the session (D16). */
export function SessionSync({ session }: SessionSyncProps) {
  const { revalidate } = useRevalidator()
  // Acting for another account counts as another person.
  const userId = session && sessionOwnerKey(session)
  useBookingCopyCleanup(session?.accountId ?? null)
  const reload = useEffectEvent(() => void revalidate())
  const endsInSeconds = useEffectEvent(() => session?.endsInSeconds ?? 0)

  useEffect(() => {
    if (!userId) return
    const watch = watchSession({
      userId,
      endsInSeconds: endsInSeconds(),
      fetchStatus: fetchSession,
      isVisible: () => document.visibilityState === "visible",
      onSignedOut: () => reload(),
    })
    if (isRestoredFromHistory()) watch.check()
    document.addEventListener("visibilitychange", watch.check)
    return () => {
      document.removeEventListener("visibilitychange", watch.check)
      watch.stop()
    }
  }, [userId])

  useEffect(() => {
    if (typeof BroadcastChannel === "undefined") return
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }: MessageEvent<{ userId: string | null }>) => {
      if (data.userId !== userId) reload()
    }
    channel.postMessage({ userId })
    return () => channel.close()
  }, [userId])

  // A page from the back/forward cache may belong to someone who has signed out.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reload()
    }
    window.addEventListener("pageshow", onShow)
    return () => window.removeEventListener("pageshow", onShow)
  }, [])

  return null
}

/** "Back" shows a cached page, possibly of a user who has signed out since. */
function isRestoredFromHistory(): boolean {
  return performance
    .getEntriesByType("navigation")
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === "back_forward")
}

async function fetchSession(mode: "check" | "renew"): Promise<SessionStatus> {
  try {
    const response = await fetch(href("/api/session"), { method: mode === "renew" ? "POST" : "GET" })
    // Proxies answer with pages of their own.
    const answer: SessionAnswer | null = await response.json().catch(() => null)
    const user = answer?.user
    const userId = user ? sessionOwnerKey({ userId: user.id, accountId: user.account_id }) : null
    return { status: response.status, userId, endsInSeconds: answer?.expires_in ?? null }
  } catch {
    return { status: null, userId: null, endsInSeconds: null }
  }
}
