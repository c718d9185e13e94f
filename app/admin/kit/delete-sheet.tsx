import { Form, useNavigation } from "react-router"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Sheet } from "./sheet.tsx"
import { undoHint } from "./undo-hint.ts"
import type { UndoableAction } from "../../../domain/journal/acts.ts"

export const deleteParameter = "supprimer"

type DeleteSheetProps = {
  act: UndoableAction
  question: string
  text: string
  closeHref: string
  fields: Readonly<Record<string, string>>
}

export function DeleteSheet({ act, question, text, closeHref, fields }: DeleteSheetProps) {
  const busy = useNavigation().formData?.get("intent") === "supprimer"
  return (
    <Sheet title={question} closeHref={closeHref} shape="card" closeLabel="Garder">
      <p className="soft small">{text}</p>
      <p className="soft small">{undoHint(act)}</p>
      <Form method="post" action={closeHref} className="cluster" preventScrollReset>
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <ButtonLink variant="secondary" size="small" to={closeHref} preventScrollReset>
          Garder
        </ButtonLink>
        <Button variant="danger" size="small" name="intent" value="supprimer" busy={busy}>
          Supprimer
        </Button>
      </Form>
    </Sheet>
  )
}
