import { useEffect } from "react"
import { Form, Link, href, useNavigation, useRevalidator } from "react-router"
import Download from "lucide-react/icons/download"
import { instantLong } from "../../../../domain/day-labels.ts"
import { periods } from "../../../../domain/retention/periods.ts"
import { Button } from "../../../ui/button.tsx"
import { Icon } from "../../../ui/icon.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Progress } from "../../../ui/progress.tsx"
import type { DataExport } from "../../../../server/reports/data-exports/request-export.ts"

const POLL_MS = 1_500

export function DataCopy({ copy }: { copy: DataExport | null }) {
  const { revalidate } = useRevalidator()
  const isWaiting = copy?.state === "waiting"
  useEffect(() => {
    if (!isWaiting) return
    const timer = setInterval(() => void revalidate(), POLL_MS)
    return () => clearInterval(timer)
  }, [isWaiting, revalidate])
  return (
    <>
      <p>
        Un fichier zip avec vos données (JSON), contrats, factures et états des lieux, à télécharger pendant{" "}
        {periods.exportDays}&nbsp;jours. Nos notes sur vos réservations se demandent plus bas.
      </p>
      {copy?.state === "failed" && (
        <Notice tone="error" title="Votre copie n’a pas pu être préparée">
          Rien n’est perdu. Demandez-la de nouveau.
        </Notice>
      )}
      {isWaiting && (
        <div className="stack gap-2" role="status">
          <Progress label="Votre copie se prépare" value={copy.progress / 100} />
          <p className="small">
            Quelques secondes suffisent d’ordinaire. <Link to={href("/account/mes-donnees")}>Actualiser</Link>
          </p>
        </div>
      )}
      {copy?.state === "ready" && (
        <div className="stack gap-2" role="status">
          <p>
            <a
              className="button button-primary"
              href={href("/account/mes-donnees/:id/donnees.zip", { id: copy.id })}
              download
            >
              <Icon icon={Download} />
              Télécharger mes données ({sizeLabel(copy.bytes ?? 0)})
            </a>
          </p>
          <p className="small soft">
            Demandée le {instantLong(copy.askedAt)}
            {copy.endsAt && <>, à télécharger avant le {instantLong(copy.endsAt)}</>}.
          </p>
        </div>
      )}
      {!isWaiting && <RequestCopyForm isRepeat={copy?.state === "ready"} />}
    </>
  )
}

function RequestCopyForm({ isRepeat }: { isRepeat: boolean }) {
  const { state, formData } = useNavigation()
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="copie" />
      <Button
        variant={isRepeat ? "quiet" : "primary"}
        busy={state !== "idle" && formData?.get("intent") === "copie"}
        busyText="Un instant…"
      >
        {isRepeat ? "Préparer une copie plus récente" : "Préparer une copie de mes données"}
      </Button>
    </Form>
  )
}

function sizeLabel(bytes: number): string {
  const megabytes = bytes / 1_000_000
  if (megabytes < 1) return `${Math.max(1, Math.round(bytes / 1000))}\u00a0ko`
  return `${megabytes.toLocaleString("fr-FR", { maximumFractionDigits: 1 })}\u00a0Mo`
}
