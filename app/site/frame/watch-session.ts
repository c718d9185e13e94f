import { afterAnswer, canRecover, nextStep, tickMs, type AnswerStatus } from "../../../isomorphic/session-timing.ts"

/** Of an answer about the session. `status` is null when none came; `userId` is null for nobody. */
export type SessionNews = { status: AnswerStatus; userId: string | null; endsInSeconds: number | null }

export type SessionWatch = {
  userId: string
  endsInSeconds: number
  ask: (how: "check" | "renew") => Promise<SessionNews>
  isVisible: () => boolean
  /** The session has ended, or is another person's: the page must be read again. */
  onLost: () => void
}

/**
 * Looks at an open page's session every 30 seconds while the page is visible, renews it near its end, and tells when
 * it is lost (D16). Ends are counted from the moment of each answer, so that a wrong clock changes nothing.
 * Returns `look`, for a page that becomes visible again, and `stop`.
 */
export function watchSession(watched: SessionWatch): { look: () => void; stop: () => void } {
  const { userId, endsInSeconds, ask, isVisible, onLost } = watched
  let endsAt = Date.now() + endsInSeconds * 1000
  let asking = false
  let over = false
  let retry: ReturnType<typeof setTimeout> | undefined

  const lose = () => {
    stop()
    onLost()
  }

  const look = () => {
    if (over || asking || !isVisible()) return
    const step = nextStep(endsAt, Date.now())
    if (step === "ended") lose()
    else void question(step, 0)
  }

  const question = async (step: "check" | "renew", attempt: number) => {
    asking = true
    const news = await ask(step)
    asking = false
    if (over) return
    const next = afterAnswer(news.status, attempt)
    if (next.kind === "signed-out" || (next.kind === "alive" && news.userId !== userId)) lose()
    else if (next.kind === "alive") endsAt = Date.now() + (news.endsInSeconds ?? 0) * 1000
    else if (next.kind === "retry") {
      asking = true
      retry = setTimeout(() => void question(step, attempt + 1), next.inMs)
    }
  }

  const ticking = setInterval(look, tickMs)
  const stop = () => {
    over = true
    clearInterval(ticking)
    clearTimeout(retry)
  }

  if (!canRecover(endsAt, Date.now())) lose()
  return { look, stop }
}
