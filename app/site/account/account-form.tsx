import type { ReactNode } from "react"
import { Form, useNavigation } from "react-router"
import { DataNote } from "../../kit/data-note.tsx"
import { FormDraft } from "../../kit/drafts/form-draft.tsx"
import { type Refusal, errorItems } from "../../http/refusal.ts"
import { Button } from "../../ui/button.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { type AccountForm, savedMessages } from "./view.ts"
import { Notice } from "../../ui/notice.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"

/** Prefixed with the form, because two forms on the page may share a field name. */
export const fieldId = (form: AccountForm, field: string) => `${form}-${field}`

type AccountSectionProps = {
  form: AccountForm
  title: string
  saved: boolean
  children: ReactNode
}

export function AccountSection({ form, title, saved, children }: AccountSectionProps) {
  return (
    <section className="panel stack account-section" id={form} aria-labelledby={`${form}-titre`}>
      <h3 className="title-card" id={`${form}-titre`}>
        {title}
      </h3>
      {saved && <Notice tone="success" title={savedMessages[form]} live />}
      {children}
    </section>
  )
}

type SavingFormProps = {
  form: AccountForm
  refusal: Refusal | null
  children: ReactNode
  /** Set when the browser would otherwise demand fields that are hidden. */
  noValidate?: boolean
}

export function SavingForm({ form, refusal, children, noValidate = false }: SavingFormProps) {
  const { state, formData } = useNavigation()
  const busy = state !== "idle" && formData?.get("intent") === form
  return (
    <Form method="post" className="stack" preventScrollReset noValidate={noValidate}>
      <FormError errors={errorItems(refusal?.errors ?? {}, (field) => fieldId(form, field))} answer={refusal} />
      <input type="hidden" name="intent" value={form} />
      <RequiredNote />
      <FormDraft name={`account:${form}`} answered={refusal !== null}>
        {children}
      </FormDraft>
      <DataNote use={form === "mot-de-passe" ? "sign-in" : "account"} />
      <div>
        <Button variant="secondary" busy={busy} busyText="Enregistrement…">
          Enregistrer
        </Button>
      </div>
    </Form>
  )
}
