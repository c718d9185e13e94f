import { Form, href } from "react-router"
import { backOfficeRoles, roleLabels } from "../../../domain/accounts/staff-roles.ts"
import { type Refusal, errorItems } from "../../http/refusal.ts"
import { Button } from "../../ui/button.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { RadioCards } from "../../ui/radio-cards.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { Sheet } from "../kit/sheet.tsx"
import { useSending } from "../kit/use-sending.ts"
import { roleSummaries } from "./people-labels.ts"

export function InviteSheet({ refusal }: { refusal: Refusal | null }) {
  const sending = useSending({ intent: "inviter" })
  const errors = refusal?.errors ?? {}
  const values = refusal?.values ?? {}
  return (
    <Sheet title="Inviter une personne" closeHref={href("/admin/users")} closeLabel="Ne pas inviter">
      <Form method="post" action={inviteHref} className="stack" noValidate preventScrollReset>
        <FormError errors={errorItems(errors)} answer={refusal} />
        <RequiredNote />
        <TextField
          id="name"
          name="name"
          label="Nom"
          maxLength={120}
          defaultValue={values["name"]}
          error={errors["name"]}
        />
        <TextField
          id="email"
          name="email"
          type="email"
          label="Adresse e-mail"
          defaultValue={values["email"]}
          error={errors["email"]}
        />
        <RadioCards
          name="role"
          legend="Rôle"
          options={backOfficeRoles.map((role) => ({ value: role, label: roleLabels[role], text: roleSummaries[role] }))}
          defaultValue={values["role"] ?? "crew"}
          error={errors["role"]}
        />
        <p>
          <Button name="intent" value="inviter" busy={sending}>
            Envoyer l’invitation
          </Button>
        </p>
      </Form>
    </Sheet>
  )
}

export const inviteHref = `${href("/admin/users")}?inviter`
