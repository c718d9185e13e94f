import { withElision } from "../../../domain/elision.ts"
import { Form, useNavigation } from "react-router"
import { agoLabel } from "../../../isomorphic/text/relative-time.ts"
import { phoneLabel } from "../../../domain/phone.ts"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { TextArea } from "../../ui/text-area.tsx"
import type { Flash } from "../kit/flash.ts"
import { undoHint } from "../kit/undo-hint.ts"
import { telephoneHref } from "../../kit/contact-links.ts"
import { EventFacts } from "../kit/event-facts.tsx"
import { EditForm } from "../kit/edit-form.tsx"
import { type EditRefusal, fieldProps, refusalFor } from "../kit/edit-refusal.ts"
import Quote from "lucide-react/icons/quote"
import { QuoteList } from "../kit/quotes/quote-list.tsx"
import { newQuoteHref } from "../kit/quotes/quotes-url.ts"
import type { ListedQuote } from "../../../server/quotes/list-quotes.ts"
import type { MessageWithLead } from "../../../server/outside/contact/queries.ts"

type MessagePanelProps = {
  message: MessageWithLead
  quotes: readonly ListedQuote[]
  canMail: boolean
  now: Date
  flash: Flash | null
  refusal: EditRefusal | null
}

export function MessagePanel({ message, quotes, canMail, now, flash, refusal: answer }: MessagePanelProps) {
  const refusal = refusalFor(answer, "repondre")
  const sendingIntent = useNavigation().formData?.get("intent")
  const { id, name, email, phone, status } = message
  const canArchive = status !== "archived"
  const archiveToggle = canArchive
    ? { intent: "archiver", label: "Archiver" }
    : { intent: "remettre", label: "Remettre dans la boîte" }
  return (
    <section className="panel stack gap-5" aria-label={`Message ${withElision(name)}`}>
      <div className="stack gap-1">
        <h2 className="title-card wrap-anywhere">{name}</h2>
        <p className="small soft">
          {agoLabel(message.createdAt, now)}, <a href={`mailto:${email}`}>{email}</a>
          {phone && (
            <>
              , <a href={telephoneHref(phone)}>{phoneLabel(phone)}</a>
            </>
          )}
        </p>
      </div>
      <p className="whitespace-pre-wrap wrap-anywhere">{message.message}</p>
      <p>
        <ButtonLink
          icon={Quote}
          variant="secondary"
          size="small"
          to={newQuoteHref(message.leadId ? { lead: message.leadId } : { search: email })}
        >
          Faire un devis
        </ButtonLink>
      </p>
      <QuoteList quotes={quotes} />
      <EventFacts {...message} />
      {message.answeredAt ? (
        <div className="stack gap-2 border-t border-line pt-4">
          <h3 className="title-block">Votre réponse, {agoLabel(message.answeredAt, now)}</h3>
          <p className="whitespace-pre-wrap wrap-anywhere">{message.answer}</p>
        </div>
      ) : (
        <EditForm
          draft={`message-answer:${id}`}
          intent="repondre"
          label="Réponse"
          version=""
          hidden={{ id }}
          flash={flash}
          refusal={refusal}
          saveLabel="Envoyer la réponse"
        >
          <TextArea
            label="Votre réponse"
            rows={6}
            maxLength={5000}
            hint={`${canMail ? `Envoyée par e-mail à ${email}.` : "Gardée sous E-mails, sans partir\u00a0: aucun serveur de messagerie n’est réglé."} Commencez directement : « Bonjour ${name}, » est ajouté.`}
            {...fieldProps(refusal, "reponse", "")}
          />
        </EditForm>
      )}
      <Form method="post" className="stack gap-2" preventScrollReset>
        <input type="hidden" name="id" value={id} />
        <div>
          <Button
            variant="secondary"
            size="small"
            name="intent"
            value={archiveToggle.intent}
            busy={sendingIntent === archiveToggle.intent}
          >
            {archiveToggle.label}
          </Button>
        </div>
        {canArchive && (
          <p className="small soft">Archiver range ce message hors de la boîte. {undoHint("contact.archived")}</p>
        )}
      </Form>
    </section>
  )
}
