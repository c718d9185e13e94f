import type { ComponentProps } from "react"
import { FormDraft } from "../../../kit/drafts/form-draft.tsx"
import { AddressStep } from "../../kit/address-step.tsx"

type KeptAddressStepProps = ComponentProps<typeof AddressStep> & {
  productId: string
  /** The server has what was typed last. */
  stored: boolean
}

/** The address, which outlives a reload as any form. */
export function KeptAddressStep({ productId, stored, ...step }: KeptAddressStepProps) {
  return (
    <FormDraft name={`booking-address:${productId}`} stored={stored} notice={false}>
      <AddressStep {...step} />
    </FormDraft>
  )
}
