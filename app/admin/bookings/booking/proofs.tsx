import { instantLong } from "../../../../domain/day-labels.ts"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"
import { AcceptedTerms } from "../../../kit/accepted-terms.tsx"
import { ActButton } from "./next-step.tsx"
import type { ContractVersionView, OwnerBookingView } from "./view.ts"

export function hasProofs({ contracts, acceptedTerms, openLinks }: OwnerBookingView): boolean {
  return contracts.length > 0 || acceptedTerms !== null || openLinks > 0
}

export function Proofs({ view: { contracts, acceptedTerms, openLinks } }: { view: OwnerBookingView }) {
  return (
    <>
      {acceptedTerms && (
        <p className="small">
          <AcceptedTerms {...acceptedTerms} />
        </p>
      )}
      {openLinks > 0 && <OpenLinks count={openLinks} />}
      {contracts.map((contract) => (
        <VersionProofs key={contract.id} contract={contract} />
      ))}
    </>
  )
}

/** A link opens the booking for anyone who has it; a misdirected one is closed here (D56). */
function OpenLinks({ count }: { count: number }) {
  return (
    <div className="stack gap-2">
      <h3 className="small font-strong">{countLabel(count, "lien encore ouvert", "liens encore ouverts", "Aucun")}</h3>
      <p className="small soft">
        Qui a ce lien peut lire la réservation, et signer ou payer s’il le permet. La fermeture est définitive.
      </p>
      <ActButton
        intent="fermer-liens"
        label={count === 1 ? "Fermer ce lien" : "Fermer ces liens"}
        variant="secondary"
      />
    </div>
  )
}

function VersionProofs({ contract: { version, files, evidence } }: { contract: ContractVersionView }) {
  return (
    <article className="stack gap-2" aria-label={`Preuves de la version ${version}`}>
      <h3 className="small font-strong">Contrat, version {version}</h3>
      {files.map(
        ({ label, href, sha256 }) =>
          sha256 && (
            <p key={href} className="fine soft wrap-anywhere">
              {label}, SHA-256 {sha256}
            </p>
          ),
      )}
      <ol className="stack gap-2 border-l-2 border-line pl-4">
        {evidence.map(({ id, at, text, facts }) => (
          <li key={id} className="small wrap-anywhere">
            {text}
            {facts.map((fact) => (
              <span key={fact} className="fine soft block">
                {fact}
              </span>
            ))}
            <time className="fine soft block" dateTime={at.toISOString()}>
              {instantLong(at)}
            </time>
          </li>
        ))}
      </ol>
    </article>
  )
}
