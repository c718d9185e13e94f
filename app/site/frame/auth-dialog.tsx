import { useEffect, useEffectEvent, useRef, useState } from "react"
import { useFetcher, useLocation } from "react-router"
import { Dialog } from "../../ui/dialog.tsx"
import { AuthForm, authTitles, firstFieldId, type AuthAnswer, type AuthMode } from "./auth-form.tsx"
import { SignInReason } from "./sign-in-reason.tsx"

export type AuthDialogProps = {
  open: boolean
  onClose: () => void
  /** Defaults to the current page. */
  retour?: string
}

export function AuthDialog({ open, onClose, retour }: AuthDialogProps) {
  const [mode, setMode] = useState<AuthMode>("sign-in")
  const [existingAccountAnswer, setExistingAccountAnswer] = useState<AuthAnswer | null>(null)
  const { pathname, search } = useLocation()
  const show = (next: AuthMode, answer: AuthAnswer | null) => {
    setMode(next)
    setExistingAccountAnswer(answer)
  }
  return (
    <Dialog open={open} onClose={onClose} title={authTitles[mode]}>
      {open && retour !== undefined && <SignInReason requestedPath={retour} />}
      {open && (
        <FetchedAuthForm
          key={mode}
          mode={mode}
          retour={retour ?? pathname + search}
          existingAccountAnswer={existingAccountAnswer}
          onAccountExists={(answer) => show("sign-in", answer)}
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
  /** The address that tried to sign up already has an account. */
  existingAccountAnswer: AuthAnswer | null
  onAccountExists: (answer: AuthAnswer) => void
  onSwitch: (mode: AuthMode) => void
  onForgotten: () => void
}

function FetchedAuthForm({ existingAccountAnswer, onAccountExists, ...props }: FetchedAuthFormProps) {
  const fetcher = useFetcher<AuthAnswer>()
  const { mode } = props
  const initialAnswer = useRef(existingAccountAnswer)

  // Someone sent here from the sign-up reads the reason before typing.
  useEffect(() => {
    if (!initialAnswer.current) document.getElementById(firstFieldId(mode))?.focus()
  }, [mode])

  const { data } = fetcher
  const switchToSignIn = useEffectEvent(onAccountExists)
  useEffect(() => {
    if (mode === "sign-up" && data?.nextMode === "sign-in") switchToSignIn(data)
  }, [mode, data])

  return (
    <AuthForm
      {...props}
      component={fetcher.Form}
      answer={data ?? existingAccountAnswer ?? undefined}
      busy={fetcher.state !== "idle"}
    />
  )
}
