import { useEffect, useEffectEvent, useState } from "react"
import Check from "lucide-react/icons/check"
import CircleAlert from "lucide-react/icons/circle-alert"
import X from "lucide-react/icons/x"
import { classes } from "./classes.ts"
import { Unbroken } from "./unbroken.tsx"
import { IconButton } from "./icon-button.tsx"
import { Icon } from "./icon.tsx"

export type ToastMessage = {
  /** A success disappears by itself; an error stays until it is closed. */
  kind: "success" | "error"
  title: string
  text?: string | undefined
  seconds?: number | undefined
  /** Do not read it aloud twice. */
  isAnnouncedElsewhere?: boolean
  /** Removes even an open error once it no longer applies. */
  until?: AbortSignal
  undo?: { seconds: number; onUndo: () => void }
}

const DEFAULT_SECONDS = 6

type ToastCardProps = {
  message: ToastMessage
  shortcut: string | null
  onGone: () => void
}

export function ToastCard({ message, shortcut, onGone }: ToastCardProps) {
  const { kind, title, text, seconds = DEFAULT_SECONDS, isAnnouncedElsewhere = false, until, undo } = message
  const [secondsLeft, setSecondsLeft] = useState(undo?.seconds ?? seconds)
  const [isPaused, setIsPaused] = useState(false)
  const ticking = kind === "success" && !isPaused

  useEffect(() => {
    if (!ticking) return
    const clock = setInterval(() => setSecondsLeft((seconds) => seconds - 1), 1000)
    return () => clearInterval(clock)
  }, [ticking])

  const handleEnd = useEffectEvent(onGone)
  useEffect(() => {
    if (secondsLeft <= 0) handleEnd()
  }, [secondsLeft])
  useEffect(() => {
    const onEnd = () => handleEnd()
    if (until?.aborted) onEnd()
    until?.addEventListener("abort", onEnd)
    return () => until?.removeEventListener("abort", onEnd)
  }, [until])

  return (
    <div
      className={classes("toast", kind === "error" ? "toast-error" : "on-night")}
      role={kind === "error" && !isAnnouncedElsewhere ? "alert" : undefined}
      aria-live={isAnnouncedElsewhere ? "off" : undefined}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={({ currentTarget }) => setIsPaused(currentTarget.contains(document.activeElement))}
      onFocus={() => setIsPaused(true)}
      onBlur={({ currentTarget }) => setIsPaused(currentTarget.matches(":hover"))}
    >
      <Icon icon={kind === "error" ? CircleAlert : Check} />
      <div>
        <b>
          <Unbroken>{title}</Unbroken>
        </b>
        {text && (
          <p>
            <Unbroken>{text}</Unbroken>
          </p>
        )}
      </div>
      {undo && (
        <button
          type="button"
          className="toast-action"
          aria-keyshortcuts={shortcut ?? undefined}
          onClick={() => {
            undo.onUndo()
            onGone()
          }}
        >
          Annuler <span aria-hidden="true">({secondsLeft} s)</span>
          {shortcut && (
            <kbd className="toast-key" aria-hidden="true">
              {shortcut}
            </kbd>
          )}
        </button>
      )}
      {kind === "error" && (
        <IconButton plain icon={X} label={isAnnouncedElsewhere ? "Fermer ce message" : "Fermer"} onClick={onGone} />
      )}
    </div>
  )
}
