import { formatMoney } from "../../../domain/money.ts"
import { MAX_CODE } from "../../../domain/pricing/code-terms.ts"
import { promoCodeProblemText } from "../../../domain/pricing/promo-code-labels.ts"
import type { TypedCode } from "../../../server/bookings/promo-code.ts"
import { PROMO_CODE_FIELD } from "../../http/promo-code-field.ts"
import { Button } from "../../ui/button.tsx"
import { TextField } from "../../ui/text-field.tsx"

type PromoCodePartProps = { promoCode: TypedCode | null; isCounted: boolean; error: string | undefined }

export function PromoCodePart({ promoCode, isCounted, error }: PromoCodePartProps) {
  return (
    <div className="cluster items-end">
      <TextField
        key={promoCode?.typed}
        id={PROMO_CODE_FIELD}
        name={PROMO_CODE_FIELD}
        label="Code promo"
        optional
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={MAX_CODE + 10}
        defaultValue={promoCode?.typed ?? ""}
        error={error ?? problemText(promoCode, isCounted)}
        className="max-w-60"
      />
      <Button name="intent" value="code" variant="secondary">
        Appliquer
      </Button>
    </div>
  )
}

function problemText(promoCode: TypedCode | null, isCounted: boolean): string | undefined {
  if (promoCode?.problem) return promoCodeProblemText(promoCode.problem)
  const minimum = promoCode?.terms?.minimumTotal
  return minimum && !isCounted ? `Ce code vaut dès ${formatMoney(minimum)} de location.` : undefined
}
