import { Form, href, useNavigation } from "react-router"
import { MAX_FEED_NAME } from "../../../../domain/calendar/feed.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { FeedList, type FeedLine } from "../../../kit/calendar-feeds/feed-list.tsx"
import { NewAddress } from "../../../kit/calendar-feeds/new-address.tsx"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { TextField } from "../../../ui/text-field.tsx"

type CalendarPageProps = {
  feeds: readonly FeedLine[]
  revoked: boolean
  answer: Refusal | { address: string } | null
}

export function CalendarPage({ feeds, revoked, answer }: CalendarPageProps) {
  const { state, formData } = useNavigation()
  const refusal = answer && "errors" in answer ? answer : null
  const address = answer && "address" in answer ? answer.address : null
  const { form, name } = refusal?.errors ?? {}
  return (
    <div className="page section">
      <div className="panel stack mx-auto max-w-2xl gap-5">
        <header className="stack gap-2">
          <h1 className="title-section">Mon agenda</h1>
          <p className="soft">Vos réservations dans votre agenda, toujours à jour.</p>
        </header>
        {revoked && !answer && (
          <Notice tone="success" title="Le lien est retiré" live>
            Il ne répond plus. Votre agenda peut garder un temps ce qu’il a déjà lu.
          </Notice>
        )}
        {address && <NewAddress key={address} address={address} />}
        <FormError errors={form ? [{ message: form }] : []} answer={refusal} />
        <FeedList feeds={feeds}>Aucun lien pour l’instant.</FeedList>
        <Form method="post" className="stack" preventScrollReset>
          <input type="hidden" name="intent" value="creer" />
          <TextField
            key={feeds.length}
            label="Nom, pour le reconnaître"
            id="name"
            name="name"
            optional
            maxLength={MAX_FEED_NAME}
            autoComplete="off"
            hint="«&nbsp;Mon téléphone&nbsp;», par exemple."
            defaultValue={refusal?.values["name"] ?? ""}
            error={name}
          />
          <div>
            <Button variant="secondary" busy={state !== "idle" && formData?.get("intent") === "creer"}>
              Créer un lien
            </Button>
          </div>
        </Form>
        <p>
          <ButtonLink to={href("/account")} variant="secondary">
            Retour à mon compte
          </ButtonLink>
        </p>
      </div>
    </div>
  )
}
