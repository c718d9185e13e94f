import { useEffect, useEffectEvent, useState } from "react"
import Check from "lucide-react/icons/check"
import CircleAlert from "lucide-react/icons/circle-alert"
import X from "lucide-react/icons/x"
import { classes } from "./classes.ts"
import { Unbroken } from "./unbroken.tsx"
import { IconButton } from "./icon-button.tsx"
import { Icon } from "./icon.tsx"

export type ToastMessage = {
  /** A success goes away by itself; an error stays until it is closed. */
  kind: "success" | "error"
  title: string
  text?: string | undefined
  /** How long a success stays, when not as usual. */
  seconds?: number | undefined
  /** An alert of the page says the same: it is not read aloud a second time. */
  saidElsewhere?: boolean
  /** What it says has ended: an error that nobody closed goes, too. */
  until?: AbortSignal
  /** Makes it undoable for a few seconds: exactly one of the two functions is called. */
  undo?: {
    seconds: number
    onUndo: () => void
    /** Time is up, or the message was put away: what was promised can be done. */
    onElapsed?: () => void
  }
}

const stay = 6

type ToastCardProps = {
  message: ToastMessage
  /** The key that leads to its button, if it is this one's. */
  shortcut: string | null
  onGone: () => void
}

/** One message. Its clock stops while a pointer or the keyboard is on it. */
export function ToastCard({ message, shortcut, onGone }: ToastCardProps) {
  const { kind, title, text, seconds = stay, saidElsewhere = false, until, undo } = message
  const [left, setLeft] = useState(undo?.seconds ?? seconds)
  const [held, setHeld] = useState(false)
  const ticking = kind === "success" && !held

  useEffect(() => {
    if (!ticking) return
    const clock = setInterval(() => setLeft((seconds) => seconds - 1), 1000)
    return () => clearInterval(clock)
  }, [ticking])

  const elapsed = useEffectEvent(() => {
    undo?.onElapsed?.()
    onGone()
  })
  useEffect(() => {
    if (left <= 0) elapsed()
  }, [left])
  const ended = useEffectEvent(onGone)
  useEffect(() => {
    const onEnd = () => ended()
    if (until?.aborted) onEnd()
    until?.addEventListener("abort", onEnd)
    return () => until?.removeEventListener("abort", onEnd)
  }, [until])

  return (
    <div
      className={classes("toast", kind === "error" ? "toast-error" : "on-night")}
      role={kind === "error" && !saidElsewhere ? "alert" : undefined}
      aria-live={saidElsewhere ? "off" : undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={({ currentTarget }) => setHeld(currentTarget.contains(document.activeElement))}
      onFocus={() => setHeld(true)}
      onBlur={({ currentTarget }) => setHeld(currentTarget.matches(":hover"))}
    >
      <Icon of={kind === "error" ? CircleAlert : Check} />
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
          Annuler <span aria-hidden="true">({left} s)</span>
          {shortcut && (
            <kbd className="toast-key" aria-hidden="true">
              {shortcut}
            </kbd>
          )}
        </button>
      )}
      {kind === "error" && (
        <IconButton plain icon={X} label={saidElsewhere ? "Fermer ce message" : "Fermer"} onClick={onGone} />
      )}
    </div>
  )
}
