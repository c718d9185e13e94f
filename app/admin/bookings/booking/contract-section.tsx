import Download from "lucide-react/icons/download"
import { type ContractStatus, signingWayLabels } from "../../../../domain/booking/contract-status.ts"
import { instantLong } from "../../../../domain/day-labels.ts"
import { Icon } from "../../../ui/icon.tsx"
import { Tag, type TagTone } from "../../../ui/tag.tsx"
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

export function ContractVersions({ view: { contracts, hasMail, end } }: { view: OwnerBookingView }) {
  if (contracts.length === 0) return <p className="small soft">Le contrat est établi après la confirmation.</p>
  return contracts.map((contract) => (
    <Version key={contract.id} contract={contract} hasMail={hasMail} endedAt={end?.at ?? null} />
  ))
}

/** In words for a fold's summary. */
export function contractSummary({ contracts, hasMail }: OwnerBookingView): string {
  const [newest] = contracts
  return newest ? `Contrat ${tagOf(newest, hasMail).label.toLowerCase()}` : "Pas encore de contrat"
}

function tagOf(contract: ContractVersionView, hasMail: boolean): { label: string; tone: TagTone } {
  const { status, signedHow } = contract
  if (status === "sent") return isUndelivered(contract) ? undeliveredTag : hasMail ? statusTags.sent : toSignTag
  return signedHow === "notice" && status === "signed" ? reducedTag : statusTags[status]
}

type VersionProps = { contract: ContractVersionView; hasMail: boolean; endedAt: Date | null }

function Version({ contract, hasMail, endedAt }: VersionProps) {
  const { version, status, files, sealing, erased } = contract
  const { label, tone } = tagOf(contract, hasMail)
  return (
    <article className="stack gap-2" aria-label={`Version ${version}`}>
      <h3 className="cluster between">
        <span className="small font-strong">Contrat, version {version}</span>
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
          {files.map(({ label: name, href }) => (
            <li key={href} className="small">
              <a href={href} className="link-alone">
                <Icon icon={Download} size="small" /> {name}
                <span className="sr-only"> de la version {version}</span>
              </a>
            </li>
          ))}
        </ul>
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
