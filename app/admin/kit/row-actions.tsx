import { Form, useNavigation } from "react-router"
import { Button } from "../../ui/button.tsx"

type RowActionsProps = {
  field: string
  id: string
  actions: readonly { intent: string; label: string; name: string }[]
}

export function RowActions({ field, id, actions }: RowActionsProps) {
  const { state, formData } = useNavigation()
  const pending = state !== "idle" && formData?.get(field) === id ? formData.get("intent") : null
  return (
    <Form method="post" className="cluster" preventScrollReset>
      <input type="hidden" name={field} value={id} />
      {actions.map(({ intent, label, name }) => (
        <Button
          key={intent}
          name="intent"
          value={intent}
          variant="secondary"
          size="small"
          busy={pending === intent}
          aria-label={name}
        >
          {label}
        </Button>
      ))}
    </Form>
  )
}
