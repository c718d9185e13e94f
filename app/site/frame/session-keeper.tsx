import { useEffect, useEffectEvent } from "react"
import { href, useRevalidator } from "react-router"
import { useForgottenBooking } from "./use-forgotten-booking.ts"
import { type SessionAnswer, sessionOwnerKey } from "../../http/session-answer.ts"
import { watchSession, type SessionNews } from "./watch-session.ts"

export type SessionKeeperProps = {
  /** Of the page as it was rendered; null for nobody. */
  session: { userId: string; accountId: string | null; endsInSeconds: number } | null
}

const channelName = "guinguette-session"

/** Keeps an open page true to its session (D16), and the other tabs with it. Shows nothing. */
export function SessionKeeper({ session }: SessionKeeperProps) {
  const { revalidate } = useRevalidator()
  // Anyone who acts for another account since is somebody else to an open page.
  const userId = session && sessionOwnerKey(session)
  useForgottenBooking(session?.accountId ?? null)
  const readAgain = useEffectEvent(() => void revalidate())
  const endsInSeconds = useEffectEvent(() => session?.endsInSeconds ?? 0)

  useEffect(() => {
    if (!userId) return
    const watch = watchSession({
      userId,
      endsInSeconds: endsInSeconds(),
      ask,
      isVisible: () => document.visibilityState === "visible",
      onLost: () => readAgain(),
    })
    if (isFromHistory()) watch.look()
    document.addEventListener("visibilitychange", watch.look)
    return () => {
      document.removeEventListener("visibilitychange", watch.look)
      watch.stop()
    }
  }, [userId])

  // Signing in or out in one tab shows in the others.
  useEffect(() => {
    if (typeof BroadcastChannel === "undefined") return
    const channel = new BroadcastChannel(channelName)
    channel.onmessage = ({ data }: MessageEvent<{ userId: string | null }>) => {
      if (data.userId !== userId) readAgain()
    }
    channel.postMessage({ userId })
    return () => channel.close()
  }, [userId])

  // A page brought back by the browser's "back" may be somebody's who has left.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) readAgain()
    }
    window.addEventListener("pageshow", onShow)
    return () => window.removeEventListener("pageshow", onShow)
  }, [])

  return null
}

/** By "back" a browser loads a page as it has it, and asks nobody: the page may be somebody's who has left. */
function isFromHistory(): boolean {
  return performance
    .getEntriesByType("navigation")
    .some((entry) => entry instanceof PerformanceNavigationTiming && entry.type === "back_forward")
}

async function ask(how: "check" | "renew"): Promise<SessionNews> {
  try {
    const response = await fetch(href("/api/session"), { method: how === "renew" ? "POST" : "GET" })
    // What stands between us and the server answers with pages of its own.
    const answer: SessionAnswer | null = await response.json().catch(() => null)
    const user = answer?.user
    const userId = user ? sessionOwnerKey({ userId: user.id, accountId: user.account_id }) : null
    return { status: response.status, userId, endsInSeconds: answer?.expires_in ?? null }
  } catch {
    return { status: null, userId: null, endsInSeconds: null }
  }
}
