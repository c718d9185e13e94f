import { Tabs } from "../../ui/tabs.tsx"
import { useEffect, useRef, useState } from "react"
import { Form, Link, href, useNavigation } from "react-router"
import {
  RIGHTS_NOTICE_DAYS,
  outcomeLabels,
  rightsKinds,
  rightsLabels,
  rightsOutcomes,
} from "../../../domain/accounts/rights.ts"
import { type Day, dayInParis, daysBetween } from "../../../domain/day.ts"
import { dayLong } from "../../../domain/day-labels.ts"
import { FormDraft } from "../../kit/drafts/form-draft.tsx"
import { type Refusal, errorItems } from "../../http/refusal.ts"
import { Button } from "../../ui/button.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { Tag } from "../../ui/tag.tsx"
import { TextArea } from "../../ui/text-area.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { FlashMessage } from "../kit/flash-message.tsx"
import type { Flash } from "../kit/flash.ts"
import type { RightsRequest } from "../../../server/accounts/rights/queries.ts"
import type { Page } from "../../../server/platform/pagination.ts"

type RightsScreenProps = {
  title: string
  list: Page<RightsRequest>
  answered: boolean
  today: Day
  canMail: boolean
  flash: Flash | null
  refusal: Refusal | null
}

const path = href("/admin/droits")

export function RightsScreen({ title, list, answered, today, canMail, flash, refusal }: RightsScreenProps) {
  const pageHref = (page: number) => {
    const params = new URLSearchParams({ ...(answered && { etat: "repondues" }), ...(page > 1 && { page: `${page}` }) })
    return params.size > 0 ? `${path}?${params}` : path
  }
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">{title}</h1>
        <p className="soft small">Accès, effacement, opposition&nbsp;: vous avez un mois pour répondre.</p>
      </header>
      <FlashMessage flash={flash} />
      <Tabs
        label="Demandes de droits"
        tabs={[
          { label: "À répondre", href: path, current: !answered },
          { label: "Répondues", href: `${path}?etat=repondues`, current: answered },
        ]}
      />
      <section className="stack" aria-label={answered ? "Répondues" : "À répondre"}>
        {list.total === 0 ? (
          <EmptyState title={answered ? "Aucune réponse pour l’instant" : "Aucune demande n’attend"}>
            {answered
              ? "Les demandes répondues restent ici cinq ans."
              : "Reçue par lettre, par téléphone ou sur place."}
          </EmptyState>
        ) : (
          <ul className="stack">
            {list.rows.map((request) => (
              <li key={request.id} className="panel stack">
                <RequestHead request={request} today={today} />
                {request.answeredAt ? (
                  <p className="whitespace-pre-wrap wrap-anywhere">{request.answer}</p>
                ) : (
                  <RequestForms request={request} today={today} canMail={canMail} refusal={refusal} />
                )}
              </li>
            ))}
          </ul>
        )}
        <Pagination page={list.page} pages={list.pages} href={pageHref} label="Pages de demandes" />
      </section>
      {!answered && (
        <ResettingRecordForm today={today} refusal={refusal?.values["intent"] === "noter" ? refusal : null} />
      )}
    </>
  )
}

function RequestHead({ request, today }: { request: RightsRequest; today: Day }) {
  const { number, profileId, name, email, kind, message, receivedOn, dueOn, extendedAt, answeredAt, outcome } = request
  const daysLeft = daysBetween(today, dueOn)
  return (
    <div className="stack gap-2">
      <div className="cluster between">
        <h2 className="title-block wrap-anywhere">
          N°&nbsp;{number}, {rightsLabels[kind]}
        </h2>
        {answeredAt ? (
          <Tag tone={outcome === "refused" ? "off" : "ok"}>{outcome ? outcomeLabels[outcome] : "Répondue"}</Tag>
        ) : (
          <Tag tone={daysLeft < 0 ? "late" : daysLeft <= RIGHTS_NOTICE_DAYS ? "pending" : "neutral"}>
            {daysLeft < 0
              ? "en retard"
              : daysLeft === 0
                ? "aujourd’hui"
                : daysLeft === 1
                  ? "demain"
                  : `dans ${daysLeft}\u00a0jours`}
          </Tag>
        )}
      </div>
      <p className="small soft wrap-anywhere">
        {profileId ? <Link to={href("/admin/users/:id", { id: profileId })}>{name}</Link> : name},{" "}
        <a href={`mailto:${email}`}>{email}</a>. Reçue le {dayLong(receivedOn)}
        {answeredAt
          ? `, répondue le ${dayLong(dayInParis(answeredAt))}.`
          : `, à répondre au plus tard le ${dayLong(dueOn)}${extendedAt ? " (délai prolongé)" : ""}.`}
      </p>
      {message !== "" && <p className="whitespace-pre-wrap wrap-anywhere">{message}</p>}
    </div>
  )
}

type FormsProps = { request: RightsRequest; today: Day; canMail: boolean; refusal: Refusal | null }

function RequestForms({ request: { id, number, dueOn, extendedAt }, today, canMail, refusal }: FormsProps) {
  const { state, formData } = useNavigation()
  const sendingIntent = state !== "idle" && formData?.get("id") === id ? formData.get("intent") : null
  const requestRefusal = (intent: string) =>
    refusal?.values["intent"] === intent && refusal.values["id"] === id ? refusal : null
  const [answer, extension] = [requestRefusal("repondre"), requestRefusal("prolonger")]
  const deliveryHint = canMail
    ? "Envoyée par e-mail."
    : "Gardée sous E-mails, sans partir\u00a0: aucun serveur de messagerie n’est réglé."
  return (
    <>
      <Form method="post" className="stack" preventScrollReset aria-label={`Répondre à la demande n° ${number}`}>
        <FormError errors={toErrorMessages(answer)} answer={answer} />
        <RequiredNote />
        <input type="hidden" name="intent" value="repondre" />
        <input type="hidden" name="id" value={id} />
        <FormDraft name={`rights-answer:${id}`} answered={answer !== null}>
          <SelectField
            name="outcome"
            label="Ce qui a été fait"
            placeholder="Choisir"
            options={rightsOutcomes.map((value) => ({ value, label: outcomeLabels[value] }))}
            defaultValue={answer?.values["outcome"] ?? ""}
            error={answer?.errors["outcome"]}
          />
          <TextArea
            name="answer"
            label="Votre réponse"
            rows={4}
            maxLength={5000}
            hint={`${deliveryHint} Un refus dit pourquoi, et comment le contester.`}
            defaultValue={answer?.values["answer"] ?? ""}
            error={answer?.errors["answer"]}
          />
        </FormDraft>
        <div className="save-bar">
          <Button busy={sendingIntent === "repondre"}>
            Répondre<span className="sr-only"> à la demande n° {number}</span>
          </Button>
        </div>
      </Form>
      {!extendedAt && (today <= dueOn || extension !== null) && (
        <details open={extension !== null}>
          <summary className="link-alone">Prolonger de deux mois</summary>
          <Form method="post" className="stack mt-3" preventScrollReset>
            <FormError errors={toErrorMessages(extension)} answer={extension} />
            <RequiredNote one />
            <input type="hidden" name="intent" value="prolonger" />
            <input type="hidden" name="id" value={id} />
            <TextArea
              name="reason"
              label="Pourquoi"
              rows={2}
              maxLength={5000}
              hint="Pour une demande complexe, avant la fin du premier mois."
              defaultValue={extension?.values["reason"] ?? ""}
              error={extension?.errors["reason"]}
            />
            <div>
              <Button variant="secondary" size="small" busy={sendingIntent === "prolonger"}>
                Prolonger le délai<span className="sr-only"> de la demande n° {number}</span>
              </Button>
            </div>
          </Form>
        </details>
      )}
    </>
  )
}

function toErrorMessages(refusal: Refusal | null) {
  return Object.values(refusal?.errors ?? {}).map((message) => ({ message }))
}

type RecordFormProps = { today: Day; refusal: Refusal | null }

/** Resets the form only after its own successful submission, whatever else is submitted meanwhile. */
function ResettingRecordForm(props: RecordFormProps) {
  const { state, formData } = useNavigation()
  const [recordedCount, setRecordedCount] = useState(0)
  const wasSent = useRef(false)
  const isSending = formData?.get("intent") === "noter"
  const isRefused = props.refusal !== null
  useEffect(() => {
    if (isSending) wasSent.current = true
    if (state !== "idle" || !wasSent.current) return
    wasSent.current = false
    if (!isRefused) setRecordedCount((count) => count + 1)
  }, [isSending, state, isRefused])
  return <RecordForm key={recordedCount} {...props} />
}

function RecordForm({ today, refusal }: RecordFormProps) {
  const { state, formData } = useNavigation()
  const recordField = (name: string) => ({
    id: `noter-${name}`,
    name,
    defaultValue: refusal?.values[name] ?? "",
    error: refusal?.errors[name],
  })
  return (
    <section className="panel stack" aria-labelledby="noter-titre">
      <h2 className="title-block" id="noter-titre">
        Noter une demande reçue autrement
      </h2>
      <Form method="post" className="stack" preventScrollReset>
        <FormError errors={errorItems(refusal?.errors ?? {}, (field) => `noter-${field}`)} answer={refusal} />
        <RequiredNote />
        <input type="hidden" name="intent" value="noter" />
        <FormDraft name="rights-record" answered={refusal !== null}>
          <div className="grid gap-4 sm:grid-cols-2">
            <TextField {...recordField("name")} label="Nom" maxLength={120} />
            <TextField {...recordField("email")} label="Adresse e-mail" type="email" maxLength={254} />
            <SelectField
              {...recordField("kind")}
              label="Droit exercé"
              placeholder="Choisir"
              options={rightsKinds.map((value) => ({ value, label: rightsLabels[value] }))}
            />
            <TextField
              {...recordField("receivedOn")}
              label="Reçue le"
              type="date"
              max={today}
              defaultValue={refusal?.values["receivedOn"] ?? today}
            />
          </div>
          <TextArea {...recordField("message")} label="Ce qui est demandé" rows={3} maxLength={5000} optional />
        </FormDraft>
        <div className="save-bar">
          <Button variant="secondary" busy={state !== "idle" && formData?.get("intent") === "noter"}>
            Noter la demande
          </Button>
        </div>
      </Form>
    </section>
  )
}
