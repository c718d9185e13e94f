import { Form, Link, useNavigation } from "react-router"
import {
  apiKeyDays,
  type ApiScope,
  apiScopeLabels,
  apiScopes,
  MAX_API_KEY_NAME,
  personalScopes,
  writingScopes,
} from "../../../domain/api/api-key.ts"
import { dayLong } from "../../../domain/day-labels.ts"
import { dayInParis } from "../../../domain/day.ts"
import { type Refusal, errorItems, submittedValues } from "../../http/refusal.ts"
import { Button } from "../../ui/button.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { CopyField } from "../../ui/copy-field.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { Notice } from "../../ui/notice.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { FlashMessage } from "../kit/flash-message.tsx"
import type { Flash } from "../kit/flash.ts"
import { RowActions } from "../kit/row-actions.tsx"
import { screens } from "../kit/screens.ts"

type Key = {
  id: string
  name: string
  madeBy: string
  scopesLabel: string
  createdAt: Date
  expiresAt: Date | null
  hasExpired: boolean
  usedAt: Date | null
}

type ApiKeysScreenProps = {
  title: string
  address: string
  keys: readonly Key[]
  flash: Flash | null
  answer: Refusal | { secret: string } | null
}

export function ApiKeysScreen({ title, address, keys, flash, answer }: ApiKeysScreenProps) {
  const refusal = answer && "errors" in answer ? answer : null
  const secret = answer && "secret" in answer ? answer.secret : null
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">{title}</h1>
        <p className="soft small">Une clé ouvre à un autre programme ce que vous cochez, en votre nom.</p>
      </header>
      <FlashMessage flash={flash} />
      {secret && <NewSecret key={secret} secret={secret} />}
      <section className="panel stack" aria-labelledby="cles">
        <h2 className="title-block" id="cles">
          Clés
        </h2>
        {keys.length === 0 ? <p className="soft">Aucune clé pour l’instant.</p> : <KeyList keys={keys} />}
      </section>
      <NewKey key={keys.length} refusal={refusal} />
      <section className="panel stack" aria-labelledby="programmes">
        <h2 className="title-block" id="programmes">
          Pour qui écrit le programme
        </h2>
        <p>
          Les adresses commencent par <code className="wrap-anywhere">{address}</code>. La clé va dans l’en-tête
          «&nbsp;Authorization&nbsp;», après «&nbsp;Bearer&nbsp;».
        </p>
        <p>
          <Link to={screens.apiDocument.to}>Documentation de l’API</Link>, avec des exemples, et la même pour les outils
          en <a href="/api/v1/openapi.json">OpenAPI 3.1</a>.
        </p>
      </section>
    </>
  )
}

function KeyList({ keys }: { keys: readonly Key[] }) {
  return (
    <ul className="stack">
      {keys.map((key) => (
        <li key={key.id} className="cluster between">
          <div className="min-w-0">
            <p className="wrap-anywhere">
              <b>{key.name}</b>
              <span className="soft">, par {key.madeBy}</span>
            </p>
            <p className="small">{key.scopesLabel}</p>
            <p className="small soft">
              Créée le {dayLong(dayInParis(key.createdAt))}
              {key.usedAt ? `, utilisée le ${dayLong(dayInParis(key.usedAt))}` : ", pas encore utilisée"}
              {key.expiresAt &&
                (key.hasExpired
                  ? `, expirée le ${dayLong(dayInParis(key.expiresAt))}`
                  : `, valable jusqu’au ${dayLong(dayInParis(key.expiresAt))}`)}
            </p>
          </div>
          <RowActions
            field="key"
            id={key.id}
            actions={[
              {
                intent: "retirer",
                label: "Retirer",
                name: `Retirer la clé ${key.name}, créée le ${dayLong(dayInParis(key.createdAt))}`,
              },
            ]}
          />
        </li>
      ))}
    </ul>
  )
}

function scopeHint(scope: ApiScope): string | undefined {
  if (writingScopes.includes(scope))
    return "En votre nom, avec les mêmes e-mails aux clients. Des données de clients partent alors chez ce programme."
  return personalScopes.includes(scope) ? "Des données de clients partent alors chez ce programme." : undefined
}

function NewKey({ refusal }: { refusal: Refusal | null }) {
  const { state, formData } = useNavigation()
  const { errors = {}, values = {} } = refusal ?? {}
  const ticked = refusal ? submittedValues(refusal, "scopes") : []
  return (
    <Form method="post" className="panel stack" aria-labelledby="nouvelle-cle" preventScrollReset>
      <h2 className="title-block" id="nouvelle-cle">
        Nouvelle clé
      </h2>
      <FormError errors={errorItems(errors)} answer={refusal} />
      <RequiredNote />
      <input type="hidden" name="intent" value="creer" />
      <TextField
        label="Nom"
        id="name"
        name="name"
        maxLength={MAX_API_KEY_NAME}
        autoComplete="off"
        hint="Le programme qui s’en servira."
        defaultValue={values["name"] ?? ""}
        error={errors["name"]}
      />
      <SelectField
        label="Valable"
        id="days"
        name="days"
        optional
        placeholder="Jusqu’à ce qu’elle soit retirée"
        options={apiKeyDays.map((days) => ({ value: String(days), label: `${days} jours` }))}
        defaultValue={values["days"] ?? ""}
        error={errors["days"]}
      />
      <fieldset className="stack gap-2" id="scopes" tabIndex={-1}>
        <legend className="field-label">Droits</legend>
        {apiScopes.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            label={apiScopeLabels[scope]}
            hint={scopeHint(scope)}
            defaultChecked={ticked.includes(scope)}
          />
        ))}
      </fieldset>
      <div className="save-bar">
        <Button busy={state !== "idle" && formData?.get("intent") === "creer"}>Créer une clé</Button>
      </div>
    </Form>
  )
}

/** Shown once: only a digest is stored. */
function NewSecret({ secret }: { secret: string }) {
  return (
    <Notice tone="success" title="La clé est prête" live>
      <div className="stack gap-3">
        <p>Copiez-la maintenant&nbsp;: elle ne sera plus affichée. Ne l’envoyez pas par e-mail.</p>
        <CopyField label="Clé" name="cle" value={secret} copiedText="Clé copiée" once />
      </div>
    </Notice>
  )
}
