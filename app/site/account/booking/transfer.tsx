import { dayLong } from "../../../../domain/day-labels.ts"
import { ibanLabel } from "../../../../domain/finance/iban.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { CopyButton } from "../../../ui/copy-button.tsx"
import { Notice } from "../../../ui/notice.tsx"
import type { TransferView } from "./view.ts"

export function Transfer({ transfer }: { transfer: TransferView }) {
  const { amount, dueOn, late, beneficiary, iban, bic, reference, code } = transfer
  return (
    <section className="panel stack scroll-mt-5" id="virement" aria-labelledby="transfer-title" tabIndex={-1}>
      <h2 className="title-card" id="transfer-title">
        Payer par virement
      </h2>
      {iban === null ? (
        <Notice tone="info">Nous vous donnons nos coordonnées bancaires par e-mail ou par téléphone.</Notice>
      ) : (
        <div className="transfer">
          <dl className="recap-plain">
            <div>
              <dt>Montant</dt>
              <dd className="figure">{formatMoney(amount)}</dd>
            </div>
            <div>
              <dt>{dueOn === null ? "À payer" : late ? "Attendu le" : "Au plus tard"}</dt>
              <dd>{dueOn === null ? "aujourd’hui" : dayLong(dueOn)}</dd>
            </div>
            <div>
              <dt>Bénéficiaire</dt>
              <dd>{beneficiary}</dd>
            </div>
            <div>
              <dt>IBAN</dt>
              <dd className="stack gap-2">
                <span className="iban">{ibanLabel(iban)}</span>
                <CopyButton value={iban} label="Copier l’IBAN" />
              </dd>
            </div>
            {bic !== null && (
              <div>
                <dt>BIC</dt>
                <dd className="iban">{bic}</dd>
              </div>
            )}
            <div>
              <dt>Référence à indiquer</dt>
              <dd className="stack gap-2">
                <b>{reference}</b>
                <CopyButton value={reference} label="Copier la référence" />
              </dd>
            </div>
          </dl>
          {code && (
            <figure
              role="figure"
              aria-label="À photographier avec l’application de votre banque"
              className="transfer-code"
            >
              <img src={code} width={192} height={192} alt={`QR code du virement de ${formatMoney(amount)}`} />
              <figcaption className="fine soft">À photographier avec l’application de votre banque</figcaption>
            </figure>
          )}
        </div>
      )}
    </section>
  )
}
