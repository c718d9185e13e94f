import { interpretAnswer, canRecover, nextStep, tickMs, type AnswerStatus } from "../../../isomorphic/session-timing.ts"

/** A null `status` means that no answer came. */
export type SessionStatus = { status: AnswerStatus; userId: string | null; endsInSeconds: number | null }

export type SessionWatch = {
  userId: string
  endsInSeconds: number
  fetchStatus: (mode: "check" | "renew") => Promise<SessionStatus>
  isVisible: () => boolean
  onSignedOut: () => void
}

/** Counts from the moment of each answer, so that a wrong clock does no harm (D16). */
export function watchSession(options: SessionWatch): { check: () => void; stop: () => void } {
  const { userId, endsInSeconds, fetchStatus, isVisible, onSignedOut } = options
  let endsAt = Date.now() + endsInSeconds * 1000
  let isQuerying = false
  let stopped = false
  let retry: ReturnType<typeof setTimeout> | undefined

  const endWatch = () => {
    stop()
    onSignedOut()
  }

  const check = () => {
    if (stopped || isQuerying || !isVisible()) return
    const step = nextStep(endsAt, Date.now())
    if (step === "ended") endWatch()
    else void query(step, 0)
  }

  const query = async (step: "check" | "renew", attempt: number) => {
    isQuerying = true
    const answer = await fetchStatus(step)
    isQuerying = false
    if (stopped) return
    const next = interpretAnswer(answer.status, attempt)
    if (next.kind === "signed-out" || (next.kind === "alive" && answer.userId !== userId)) endWatch()
    else if (next.kind === "alive") endsAt = Date.now() + (answer.endsInSeconds ?? 0) * 1000
    else if (next.kind === "retry") {
      isQuerying = true
      retry = setTimeout(() => void query(step, attempt + 1), next.inMs)
    }
  }

  const ticking = setInterval(check, tickMs)
  const stop = () => {
    stopped = true
    clearInterval(ticking)
    clearTimeout(retry)
  }

  if (!canRecover(endsAt, Date.now())) endWatch()
  return { check, stop }
}
