import type { MouseEvent } from "react"
import { Link, useNavigate } from "react-router"
import { forgottenPath } from "../../http/return-path.ts"

type ForgottenLinkProps = {
  /** The path to come back to in the end. */
  back: string
  /** The id of the field in which the address was typed. */
  emailField: string
  onFollow?: (() => void) | undefined
}

/**
 * For who forgot their password. What was typed as address goes along in the browser's history: an address of a page is
 * kept by servers and sent to others.
 */
export function ForgottenLink({ back, emailField, onFollow }: ForgottenLinkProps) {
  const navigate = useNavigate()
  const to = forgottenPath(back)
  const follow = (event: MouseEvent) => {
    const field = document.getElementById(emailField)
    const email = field instanceof HTMLInputElement ? field.value.trim() : ""
    onFollow?.()
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
    if (email === "" || elsewhere) return
    event.preventDefault()
    void navigate(to, { state: { email } })
  }
  return (
    <Link className="link-alone" to={to} onClick={follow}>
      Mot de passe oublié&nbsp;?
    </Link>
  )
}

/** The address that came along; empty for none. */
export function emailTyped(state: unknown): string {
  return state && typeof state === "object" && "email" in state && typeof state.email === "string" ? state.email : ""
}
