import { Form, Link, useNavigation } from "react-router"
import type { EmptiedKind } from "../../../domain/content/acts.ts"
import type { EmptyingCounts, EmptyingObstacle } from "../../../server/bookings/empty-shop.ts"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import { type Refusal, errorItems } from "../../http/refusal.ts"
import { Button } from "../../ui/button.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { Notice } from "../../ui/notice.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { FlashMessage } from "../kit/flash-message.tsx"
import type { Flash } from "../kit/flash.ts"
import { screens } from "../kit/screens.ts"
import { obstacleTexts } from "./texts.ts"

type EmptyingProps = {
  title: string
  obstacle: EmptyingObstacle | null
  counts: EmptyingCounts
  companyName: string
  flash: Flash | null
  refusal: Refusal | null
}

const kinds: readonly [EmptiedKind, string, string][] = [
  ["bookings", "réservation", "réservations"],
  ["quotes", "devis", "devis"],
  ["carts", "panier ou brouillon", "paniers et brouillons"],
  ["leads", "demande suivie", "demandes suivies"],
  ["messages", "message", "messages"],
  ["customers", "client d’exemple ou saisi par vous", "clients d’exemple ou saisis par vous"],
]

/** D73. */
export function EmptyingScreen({ title, obstacle, counts, companyName, flash, refusal }: EmptyingProps) {
  const busy = useNavigation().formData?.get("intent") === "vider"
  const removed = kinds.filter(([kind]) => counts[kind] > 0)
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">{title}</h1>
        <p className="soft">Effacez vos essais avant d’ouvrir au public.</p>
      </header>
      <FlashMessage flash={flash} />
      {obstacle !== null ? (
        <Notice tone="info" title={obstacleTexts[obstacle]}>
          <p>Chaque client s’efface encore depuis sa fiche.</p>
        </Notice>
      ) : removed.length === 0 ? (
        <Notice tone="info" title="Il n’y a rien à vider">
          <p>Votre boutique est prête à ouvrir.</p>
        </Notice>
      ) : (
        <section className="panel stack" aria-labelledby="a-effacer">
          <h2 className="title-block" id="a-effacer">
            Ce qui s’efface
          </h2>
          <ul className="list-disc pl-5">
            {removed.map(([kind, one, many]) => (
              <li key={kind}>{countLabel(counts[kind], one, many, "")}</li>
            ))}
          </ul>
          <p>
            Produits, réglages, textes, comptes et journal restent. Les numéros continuent. Une archive est d’abord
            écrite dans le dossier «&nbsp;backups&nbsp;» de votre hébergement.
          </p>
          <Form method="post" className="stack" noValidate preventScrollReset>
            {refusal && <FormError answer={refusal} errors={errorItems(refusal.errors, () => "vider-nom")} />}
            <TextField
              id="vider-nom"
              name="companyName"
              label={`Pour confirmer, recopiez «\u00a0${companyName}\u00a0»`}
              autoComplete="off"
              defaultValue={refusal?.values["companyName"] ?? ""}
              error={refusal?.errors["companyName"]}
            />
            <div className="cluster">
              <Button variant="danger" name="intent" value="vider" busy={busy}>
                Vider la boutique
              </Button>
              <Link to={screens.today.to} className="small">
                Garder mes essais
              </Link>
            </div>
          </Form>
        </section>
      )}
    </>
  )
}
