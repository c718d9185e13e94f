import { useEffect, useState } from "react"
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
  const { pathname, search } = useLocation()
  return (
    <Dialog open={open} onClose={onClose} title={authTitles[mode]}>
      {open && retour !== undefined && <SignInReason wanted={retour} />}
      {open && (
        <FetchedAuthForm
          key={mode}
          mode={mode}
          retour={retour ?? pathname + search}
          onSwitch={setMode}
          onForgotten={onClose}
        />
      )}
    </Dialog>
  )
}

function FetchedAuthForm(props: {
  mode: AuthMode
  retour: string
  onSwitch: (mode: AuthMode) => void
  onForgotten: () => void
}) {
  const fetcher = useFetcher<AuthAnswer>()
  const { mode } = props

  // Whoever opens the dialog, or changes sides, is about to type.
  useEffect(() => {
    document.getElementById(firstFieldId(mode))?.focus()
  }, [mode])

  return <AuthForm {...props} component={fetcher.Form} answer={fetcher.data} busy={fetcher.state !== "idle"} />
}
