import { Form, useNavigation } from "react-router"
import {
  type RightsKind,
  type RightsOutcome,
  outcomeLabels,
  rightsKinds,
  rightsLabels,
} from "../../../../domain/accounts/rights.ts"
import { type Day, dayInParis } from "../../../../domain/day.ts"
import { dayLong, dayMedium } from "../../../../domain/day-labels.ts"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { DataNote } from "../../../kit/data-note.tsx"
import type { Refusal } from "../../../http/refusal.ts"
import { Button } from "../../../ui/button.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { TextArea } from "../../../ui/text-area.tsx"

export type OwnRequest = {
  number: number
  kind: RightsKind
  receivedOn: Day
  dueOn: Day
  answeredAt: Date | null
  answer: string | null
  outcome: RightsOutcome | null
}

export function Rights({ requests, refusal }: { requests: readonly OwnRequest[]; refusal: Refusal | null }) {
  const { state, formData } = useNavigation()
  const own = refusal?.values["intent"] === "droit" ? refusal : null
  return (
    <>
      <p>Pour toute autre demande sur vos données. Réponse gratuite par e-mail, dans le mois.</p>
      {requests.length > 0 && (
        <ul className="stack gap-3">
          {requests.map(({ number, kind, receivedOn, dueOn, answeredAt, answer, outcome }) => (
            <li key={number} className="small border-l-4 border-line pl-3">
              <p>
                <b>
                  N°&nbsp;{number}, {rightsLabels[kind]}
                </b>
                , demandé le {dayMedium(receivedOn)}.{" "}
                {answeredAt
                  ? `${outcome ? outcomeLabels[outcome] : "Répondu"} le ${dayMedium(dayInParis(answeredAt))}.`
                  : `Réponse au plus tard le ${dayLong(dueOn)}.`}
              </p>
              {answer && <p className="whitespace-pre-wrap wrap-anywhere">{answer}</p>}
            </li>
          ))}
        </ul>
      )}
      <Form method="post" className="stack" preventScrollReset key={requests.length}>
        <input type="hidden" name="intent" value="droit" />
        <FormDraft name="account:droit" answered={own !== null}>
          <RequiredNote />
          <SelectField
            id="droit-kind"
            name="kind"
            label="Le droit que j’exerce"
            placeholder="Choisir"
            options={rightsKinds.map((value) => ({ value, label: rightsLabels[value] }))}
            defaultValue={own?.values["kind"] ?? ""}
            error={own?.errors["kind"]}
          />
          <TextArea
            id="droit-message"
            name="message"
            label="Ma demande"
            rows={4}
            maxLength={5000}
            optional
            hint="Quelles données, et ce que vous en attendez."
            defaultValue={own?.values["message"] ?? ""}
            error={own?.errors["message"]}
          />
        </FormDraft>
        <DataNote use="rights" />
        <div>
          <Button
            variant="secondary"
            busy={state !== "idle" && formData?.get("intent") === "droit"}
            busyText="Envoi en cours..."
          >
            Envoyer ma demande
          </Button>
        </div>
      </Form>
    </>
  )
}
