import { Form, useNavigation } from "react-router"
import type { Refusal } from "../../../http/refusal.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { LinkPage } from "../../kit/link-page.tsx"

type DemonstrationProps = {
  title: string
  notice: { title: string; text: string }
  accept: { intent: string; label: string; busy: string }
  leave: { label: string; to: string }
  answer: Refusal | undefined
}

/** Stands in for the payment provider's page in demonstration mode (D27). */
export function Demonstration({ title, notice, accept, leave, answer }: DemonstrationProps) {
  const busy = useNavigation().formMethod === "POST"
  const problem = answer?.errors["form"]
  return (
    <LinkPage title={title}>
      <Notice tone="warning" title={notice.title}>
        {notice.text}
      </Notice>
      {problem && (
        <Notice tone="error" live>
          {problem}
        </Notice>
      )}
      <Form method="post" className="stack">
        <Button name="intent" value={accept.intent} wide busy={busy} busyText={accept.busy}>
          {accept.label}
        </Button>
        <Button name="intent" value="refuser" wide variant="secondary">
          Simuler une carte refusée
        </Button>
      </Form>
      <p>
        <ButtonLink to={leave.to} variant="quiet" wide>
          {leave.label}
        </ButtonLink>
      </p>
    </LinkPage>
  )
}
