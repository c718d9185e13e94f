import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useFetcher, useLocation } from "react-router"
import { Dialog } from "../../ui/dialog.tsx"
import { AuthForm, authTitles, firstFieldId, type AuthAnswer, type AuthMode } from "./auth-form.tsx"
import { SignInReason } from "./sign-in-reason.tsx"

export type AuthDialogProps = {
  open: boolean
  onClose: () => void
  /** The page that was refused for want of a session, to come back to; without it, the page one is on. */
  retour?: string
}

/** Signing in or up over the page. The server answers with where to go, or with what is wrong. */
export function AuthDialog({ open, onClose, retour }: AuthDialogProps) {
  const [mode, setMode] = useState<AuthMode>("sign-in")
  const [taken, setTaken] = useState<AuthAnswer | null>(null)
  const { pathname, search } = useLocation()
  const show = (next: AuthMode, answer: AuthAnswer | null) => {
    setMode(next)
    setTaken(answer)
  }
  return (
    <Dialog open={open} onClose={onClose} title={authTitles[mode]}>
      {open && retour !== undefined && <SignInReason wanted={retour} />}
      {open && (
        <FetchedAuthForm
          key={mode}
          mode={mode}
          retour={retour ?? pathname + search}
          taken={taken}
          onTaken={(answer) => show("sign-in", answer)}
          onSwitch={(next) => show(next, null)}
          onForgotten={onClose}
        />
      )}
    </Dialog>
  )
}

type FetchedAuthFormProps = {
  mode: AuthMode
  retour: string
  /** Why one is here: an address that signed up has an account already. */
  taken: AuthAnswer | null
  onTaken: (answer: AuthAnswer) => void
  onSwitch: (mode: AuthMode) => void
  onForgotten: () => void
}

function FetchedAuthForm({ taken, onTaken, ...props }: FetchedAuthFormProps) {
  const fetcher = useFetcher<AuthAnswer>()
  const { mode } = props
  const arrived = useRef(taken)

  // Anyone who opens the dialog, or changes sides, is about to type; anyone who was sent here reads why first.
  useEffect(() => {
    if (!arrived.current) document.getElementById(firstFieldId(mode))?.focus()
  }, [mode])

  const { data } = fetcher
  const turn = useEffectEvent(onTaken)
  useEffect(() => {
    if (mode === "sign-up" && data?.shown === "sign-in") turn(data)
  }, [mode, data])

  return (
    <AuthForm {...props} component={fetcher.Form} answer={data ?? taken ?? undefined} busy={fetcher.state !== "idle"} />
  )
}
