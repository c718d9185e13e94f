import type { Agreement } from "../../../../domain/booking/agreement.ts"
import type { NextPayment } from "../../../../domain/finance/next-payment.ts"
import { transferQrText } from "../../../../domain/finance/transfer-qr.ts"
import { qrCodeSvg } from "../../../../server/platform/rendering/qr-code-svg.ts"
import type { TransferView } from "./view.ts"

export function transferView({
  amount,
  dueOn,
  late,
  beneficiary,
  agreed: { iban, bic = null, reference },
}: NextPayment & { beneficiary: string; agreed: Agreement["transfer"] }): TransferView {
  const text = iban === null ? null : transferQrText({ name: beneficiary, iban, bic, amount, reference })
  const code = text?.ok ? `data:image/svg+xml,${encodeURIComponent(qrCodeSvg(text.value, reference))}` : null
  return { amount, dueOn, late, beneficiary, iban, bic, reference, code }
}
