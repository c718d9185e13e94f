import { Form, useNavigation } from "react-router"
import { type EventStart, earlyStartAdvice } from "../../../domain/booking/event-start.ts"
import { type Refusal, errorItems } from "../../http/refusal.ts"
import { Button } from "../../ui/button.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { Notice } from "../../ui/notice.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { EVENT_START_FIELD, EVENT_START_INTENT } from "../../http/event-start.ts"

export function EventStartPanel({ start, refusal }: { start: EventStart; refusal: Refusal | null }) {
  const { state, formData } = useNavigation()
  const own = refusal?.values["intent"] === EVENT_START_INTENT ? refusal : null
  const advice = earlyStartAdvice(start)
  const id = (name: string) => `${EVENT_START_INTENT}-${name}`
  return (
    <section className="panel stack" id={EVENT_START_INTENT} aria-labelledby={id("title")}>
      <h2 className="title-card" id={id("title")}>
        Votre événement
      </h2>
      <Form method="post" className="stack" noValidate preventScrollReset>
        <FormError errors={errorItems(own?.errors ?? {}, id)} answer={own} />
        <input type="hidden" name="intent" value={EVENT_START_INTENT} />
        <TextField
          id={id(EVENT_START_FIELD)}
          name={EVENT_START_FIELD}
          label="Heure de début"
          hint="Pour que le photobooth soit prêt à temps."
          type="time"
          step={300}
          defaultValue={own?.values[EVENT_START_FIELD] ?? start.startsAt ?? ""}
          error={own?.errors[EVENT_START_FIELD]}
          className="max-w-60"
          optional
        />
        {advice && <Notice tone="warning">{advice}</Notice>}
        <p>
          <Button
            variant="secondary"
            busy={state !== "idle" && formData?.get("intent") === EVENT_START_INTENT}
            busyText="Enregistrement…"
          >
            Enregistrer l’heure
          </Button>
        </p>
      </Form>
    </section>
  )
}
