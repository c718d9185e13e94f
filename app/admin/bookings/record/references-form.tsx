import { Form } from "react-router"
import { type CompanyOrder, MAX_COMPANY_REFERENCE } from "../../../../domain/accounts/company-order.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { companyFields } from "../../../kit/company-fields.ts"
import { Button } from "../../../ui/button.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { fieldState } from "../../kit/booking/field-state.ts"
import { useSending } from "../../kit/use-sending.ts"

type ReferencesFormProps = { booking: { id: string; company: CompanyOrder }; refusal: Refusal | null }

export function ReferencesForm({ booking, refusal }: ReferencesFormProps) {
  const sending = useSending({ intent: "references", reservation: booking.id })
  const field = (name: string, stored: string) => {
    const { error, value } = fieldState(refusal, "references", name)
    return { name, error, defaultValue: value ?? stored, maxLength: MAX_COMPANY_REFERENCE, optional: true }
  }
  const { purchaseOrder, buyerReference } = booking.company
  return (
    <Form method="post" className="cluster items-end" preventScrollReset>
      <input type="hidden" name="reservation" value={booking.id} />
      <TextField {...field(companyFields.purchaseOrder, purchaseOrder)} label="Bon de commande" />
      <TextField {...field(companyFields.buyerReference, buyerReference)} label="Code service ou référence" />
      <Button name="intent" value="references" variant="secondary" busy={sending}>
        Enregistrer
      </Button>
    </Form>
  )
}
