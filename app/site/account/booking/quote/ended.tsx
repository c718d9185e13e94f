import { Form, href, useNavigation } from "react-router"
import { validityLabel } from "../../../../../domain/quotes/validity.ts"
import type { Refusal } from "../../../../http/refusal.ts"
import { Button } from "../../../../ui/button.tsx"
import { ButtonLink } from "../../../../ui/button-link.tsx"
import { FormError } from "../../../../ui/form-error.tsx"
import { TextArea } from "../../../../ui/text-area.tsx"
import { LinkPage } from "../../../kit/link-page.tsx"
import { CHANGE_INTENT } from "./intents.ts"

export type QuoteEnd =
  | { kind: "unknown-link" | "ended-link" | "withdrawn" | "declined" | "accepted" }
  | { kind: "expired"; until: Date; hasAsked: boolean; mayAsk: boolean }

export function EndedQuote({ end, refusal }: { end: QuoteEnd; refusal: Refusal | null }) {
  switch (end.kind) {
    case "unknown-link":
      return (
        <LinkPage title="Ce lien n’est pas complet">
          <p role="status">Il a peut-être été coupé en le copiant. Ouvrez-le depuis l’e-mail.</p>
          <WriteToUs />
        </LinkPage>
      )
    case "ended-link":
      return (
        <LinkPage title="Ce lien ne sert plus">
          <p role="status">Un autre l’a peut-être remplacé. Ouvrez le lien du dernier e-mail, ou écrivez-nous.</p>
          <WriteToUs />
        </LinkPage>
      )
    case "withdrawn":
      return (
        <LinkPage title="Devis retiré">
          <p role="status">Nous avons retiré ce devis. Écrivez-nous pour en recevoir un autre.</p>
          <WriteToUs />
        </LinkPage>
      )
    case "declined":
      return (
        <LinkPage title="Devis décliné">
          <p role="status">Merci de nous l’avoir dit. Un changement d’avis&nbsp;? Écrivez-nous.</p>
          <WriteToUs />
        </LinkPage>
      )
    case "accepted":
      return (
        <LinkPage title="Devis accepté">
          <p role="status">C’est réservé. Ce lien servait à montrer le devis.</p>
        </LinkPage>
      )
    case "expired":
      return (
        <LinkPage title="Devis expiré">
          <p role="status">
            Il était valable jusqu’au {validityLabel(end.until)}.{" "}
            {end.hasAsked ? "Votre demande est arrivée. Vous recevrez un nouveau devis." : ""}
          </p>
          {end.mayAsk && !end.hasAsked && <AskAgain refusal={refusal} />}
          <WriteToUs />
        </LinkPage>
      )
  }
}

function AskAgain({ refusal }: { refusal: Refusal | null }) {
  const busy = useNavigation().formMethod === "POST"
  return (
    <Form method="post" className="stack" noValidate>
      <FormError errors={Object.values(refusal?.errors ?? {}).map((message) => ({ message }))} answer={refusal} />
      <TextArea
        name="words"
        label="Votre message"
        rows={2}
        maxLength={1000}
        error={refusal?.errors["words"]}
        defaultValue={refusal?.values["words"] ?? "Pouvez-vous m’envoyer un nouveau devis\u00a0?"}
      />
      <p>
        <Button name="intent" value={CHANGE_INTENT} busy={busy} busyText="Envoi…">
          Demander un nouveau devis
        </Button>
      </p>
    </Form>
  )
}

function WriteToUs() {
  return (
    <p className="cluster">
      <ButtonLink to={href("/contact")} variant="secondary">
        Nous écrire
      </ButtonLink>
    </p>
  )
}
