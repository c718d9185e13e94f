import Download from "lucide-react/icons/download"
import { type ContractStatus, signingWayLabels } from "../../../../domain/booking/contract-status.ts"
import { instantLong } from "../../../../domain/day-labels.ts"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"
import { AcceptedTerms } from "../../../kit/accepted-terms.tsx"
import { Icon } from "../../../ui/icon.tsx"
import { Tag, type TagTone } from "../../../ui/tag.tsx"
import { ActButton } from "./next-step.tsx"
import type { ContractVersionView, OwnerBookingView } from "./view.ts"

const statusTags: Record<ContractStatus, { label: string; tone: TagTone }> = {
  prepared: { label: "Établi", tone: "pending" },
  sent: { label: "Envoyé", tone: "pending" },
  signed: { label: "Signé", tone: "ok" },
  replaced: { label: "Remplacé", tone: "neutral" },
  lapsed: { label: "Délai passé", tone: "late" },
  void: { label: "Sans effet", tone: "neutral" },
}

/** Shown instead of "Envoyé" for a customer who gets no mail. */
const toSignTag = { label: "À signer", tone: "pending" } as const
/** The company took a rental away, so nobody signed (D60). */
const reducedTag = { label: "En vigueur", tone: "ok" } as const
const undeliveredTag = { label: "Non délivré", tone: "late" } as const

/** Until a mail with the contract is delivered, the time to sign does not start (D12). */
function isUndelivered({ status, dueAt }: ContractVersionView): boolean {
  return status === "sent" && dueAt === null
}

export function ContractSection({
  view: { contracts, acceptedTerms, openLinks, hasMail, end },
}: {
  view: OwnerBookingView
}) {
  return (
    <section className="panel stack" aria-labelledby="contrat">
      <h2 className="title-block" id="contrat">
        Contrat
      </h2>
      {contracts.length === 0 && (
        <p className="small soft">Aucun pour le moment. Il est établi et envoyé après la confirmation.</p>
      )}
      {contracts.map((contract) => (
        <Version key={contract.id} contract={contract} hasMail={hasMail} endedAt={end?.at ?? null} />
      ))}
      {openLinks > 0 && <OpenLinks count={openLinks} hasMail={hasMail} />}
      {acceptedTerms && (
        <p className="small">
          <AcceptedTerms {...acceptedTerms} />
        </p>
      )}
    </section>
  )
}

/** A link opens the booking for anyone who has it; a misdirected one is closed here (D56). */
function OpenLinks({ count, hasMail }: { count: number; hasMail: boolean }) {
  return (
    <details>
      <summary className="link-alone small">
        {hasMail
          ? countLabel(
              count,
              "lien envoyé par e-mail encore ouvert",
              "liens envoyés par e-mail encore ouverts",
              "Aucun",
            )
          : countLabel(count, "lien encore ouvert", "liens encore ouverts", "Aucun")}
      </summary>
      <div className="stack mt-2 gap-2">
        <p className="small soft">
          Qui tient un de ces liens peut lire la réservation, et signer ou payer si le lien a été fait pour cela.
          Fermés, ils n’ouvrent plus rien, et cela ne s’annule pas.
          {hasMail && " Un nouvel e-mail portera un nouveau lien."}
        </p>
        <ActButton
          intent="fermer-liens"
          label={count === 1 ? "Fermer ce lien" : "Fermer ces liens"}
          variant="secondary"
        />
      </div>
    </details>
  )
}

type VersionProps = { contract: ContractVersionView; hasMail: boolean; endedAt: Date | null }

function Version({ contract, hasMail, endedAt }: VersionProps) {
  const { version, status, files, sealing, erased, evidence } = contract
  const sentTag = isUndelivered(contract) ? undeliveredTag : hasMail ? statusTags.sent : toSignTag
  const agreedTag = contract.signedHow === "notice" && status === "signed" ? reducedTag : statusTags[status]
  const { label, tone } = status === "sent" ? sentTag : agreedTag
  return (
    <article className="stack gap-2" aria-label={`Version ${version}`}>
      <h3 className="cluster between">
        <span className="small font-strong">Version {version}</span>
        <Tag tone={tone}>{label}</Tag>
      </h3>
      <p className="small soft">
        {statusText(contract, hasMail)}
        {endedAt && status === "signed" && ` Résilié le ${instantLong(endedAt)}.`}
      </p>
      {sealing && <p className="small soft">Son document scellé est en préparation.</p>}
      {erased && (
        <p className="small soft">
          Son texte et ses fichiers sont effacés&nbsp;: leur durée de conservation est passée.
        </p>
      )}
      {files.length > 0 && (
        <ul className="stack gap-1">
          {files.map(({ label: name, href, sha256 }) => (
            <li key={href} className="small">
              <a href={href} className="link-alone">
                <Icon icon={Download} size="small" /> {name}
                <span className="sr-only"> de la version {version}</span>
              </a>
              {sha256 && <span className="fine soft block wrap-anywhere">SHA-256 {sha256}</span>}
            </li>
          ))}
        </ul>
      )}
      {evidence.length > 0 && (
        <details>
          <summary className="link-alone small">
            Piste de preuve ({evidence.length})<span className="sr-only">, version {version}</span>
          </summary>
          <ol className="stack mt-2 gap-2 border-l-2 border-line pl-4">
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
        </details>
      )}
    </article>
  )
}

function statusText(contract: ContractVersionView, hasMail: boolean): string {
  const { status, createdAt, sentAt, dueAt, signedAt, signedHow } = contract
  if (signedAt) {
    const since = status === "void" ? " Sans effet depuis\u00a0: la réservation a pris fin, puis a été reprise." : ""
    if (signedHow === "notice")
      return `En vigueur depuis le ${instantLong(signedAt)}, ${signingWayLabels.notice}.${since}`
    return `Signé le ${instantLong(signedAt)}${signedHow ? `, ${signingWayLabels[signedHow]}` : ""}.${since}`
  }
  if (status === "sent" && sentAt && dueAt)
    return hasMail
      ? `Envoyé le ${instantLong(sentAt)}, à signer avant le ${instantLong(dueAt)}.`
      : `À signer du ${instantLong(sentAt)} au ${instantLong(dueAt)}.`
  if (status === "lapsed" && dueAt) return `À signer avant le ${instantLong(dueAt)}, et non signé.`
  const preparedText = `Établi le ${instantLong(createdAt)}.`
  return isUndelivered(contract) ? `${preparedText} Aucun e-mail qui le porte n’a pu être délivré.` : preparedText
}
