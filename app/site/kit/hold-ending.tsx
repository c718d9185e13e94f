import { href, useFetcher } from "react-router"
import { CART_LIFETIME_MINUTES, EXTENSION_OFFERED_SECONDS } from "../../../domain/cart/cart.ts"
import type { Refusal } from "../../http/refusal.ts"
import { VIEWED_ACCOUNT_FIELD } from "../../http/viewed-account.ts"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"

type HoldEndingProps = {
  account: { id: string } | null
  /** null when no days are held. */
  secondsLeft: number | null
  extensionsLeft: number
}

const minutes = Math.round(EXTENSION_OFFERED_SECONDS / 60)

/** Extends twice at most (D49). Always in the page, so that screen readers announce what appears in it. */
export function HoldEnding({ account, secondsLeft, extensionsLeft }: HoldEndingProps) {
  const { Form, data, state } = useFetcher<Refusal>()
  const ending = secondsLeft !== null && secondsLeft > 0 && secondsLeft <= EXTENSION_OFFERED_SECONDS
  const problem = data?.errors["form"]
  return (
    <div role="status">
      {ending && (
        <Notice tone="warning" title={`Vos dates sont gardées encore ${minutes}\u00a0minutes au plus`}>
          <div className="cluster between">
            <span>
              {problem ??
                (extensionsLeft > 0
                  ? "Ensuite, quelqu’un d’autre pourra les prendre."
                  : "Ensuite, quelqu’un d’autre pourra les prendre. Confirmez avant la fin.")}
            </span>
            {extensionsLeft > 0 && (
              <Form method="post" action={href("/cart")}>
                {account && <input type="hidden" name={VIEWED_ACCOUNT_FIELD} value={account.id} />}
                <Button name="intent" value="prolonger" variant="secondary" size="small" busy={state !== "idle"}>
                  Garder {CART_LIFETIME_MINUTES}&nbsp;minutes de plus
                </Button>
              </Form>
            )}
          </div>
        </Notice>
      )}
      {!ending && data && !problem && (
        <p className="small">Vos dates sont gardées {CART_LIFETIME_MINUTES}&nbsp;minutes de plus.</p>
      )}
    </div>
  )
}
