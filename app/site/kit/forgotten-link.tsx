import type { MouseEvent } from "react"
import { Link, useNavigate } from "react-router"
import { forgottenPasswordPath } from "../../http/return-path.ts"

type ForgottenLinkProps = {
  back: string
  emailField: string
  onFollow?: (() => void) | undefined
}

/** The e-mail travels in the history's state, because servers log URLs and pass them on. */
export function ForgottenLink({ back, emailField, onFollow }: ForgottenLinkProps) {
  const navigate = useNavigate()
  const to = forgottenPasswordPath(back)
  const follow = (event: MouseEvent) => {
    const field = document.getElementById(emailField)
    const email = field instanceof HTMLInputElement ? field.value.trim() : ""
    onFollow?.()
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (email === "" || opensElsewhere) return
    event.preventDefault()
    void navigate(to, { state: { email } })
  }
  return (
    <Link className="link-alone" to={to} onClick={follow}>
      Mot de passe oublié&nbsp;?
    </Link>
  )
}

export function emailFromState(state: unknown): string {
  return state && typeof state === "object" && "email" in state && typeof state.email === "string" ? state.email : ""
}
