import type { Passkey } from "../../../../server/accounts/auth/passkeys.ts"
import { Form, href, useNavigation } from "react-router"
import { dayInParis } from "../../../../domain/day.ts"
import { dayLong } from "../../../../domain/day-labels.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { type AddAnswer, AddPasskey } from "./add-passkey.tsx"

type PasskeysPageProps = {
  passkeys: readonly Passkey[]
  suggestedName: string
  message: "added" | "removed" | null
  answer: AddAnswer | null
}

export function PasskeysPage({ passkeys, suggestedName, message, answer }: PasskeysPageProps) {
  const removing = useNavigation().formData?.get("passkey")
  const removal = answer && "errors" in answer && answer.values["intent"] === "retirer" ? answer : null
  return (
    <div className="page section">
      <div className="panel stack mx-auto max-w-lg gap-5">
        <h1 className="title-section">Clés d’accès</h1>
        {message === "added" && !answer && (
          <Notice tone="success" title="La clé d’accès est ajoutée" live>
            À la prochaine connexion, choisissez «&nbsp;Utiliser une clé d’accès&nbsp;».
          </Notice>
        )}
        {message === "removed" && !answer && (
          <Notice tone="success" title="La clé d’accès est retirée" live>
            Elle n’ouvre plus votre compte. Vous pouvez aussi l’effacer dans les réglages de l’appareil.
          </Notice>
        )}
        <p>Connectez-vous avec l’empreinte, le visage ou le code de votre appareil. La clé reste sur l’appareil.</p>
        <FormError
          errors={Object.values(removal?.errors ?? {}).map((error) => ({ message: error }))}
          answer={removal}
        />
        {passkeys.length === 0 ? (
          <p className="soft">Vous n’en avez pas encore.</p>
        ) : (
          <ul className="stack" aria-label="Vos clés d’accès">
            {passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
              <li key={id} className="cluster between">
                <div className="min-w-0">
                  <p>
                    <b className="wrap-anywhere">{name}</b>
                  </p>
                  <p className="small soft">
                    Ajoutée le {dayLong(dayInParis(createdAt))}
                    {lastUsedAt && <>, utilisée le {dayLong(dayInParis(lastUsedAt))}</>}
                  </p>
                </div>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="retirer" />
                  <input type="hidden" name="passkey" value={id} />
                  <Button
                    variant="secondary"
                    size="small"
                    busy={removing === id}
                    aria-label={`Retirer la clé d’accès ${name}`}
                  >
                    Retirer
                  </Button>
                </Form>
              </li>
            ))}
          </ul>
        )}
        <section className="stack" aria-labelledby="ajouter-titre">
          <h2 className="title-card" id="ajouter-titre">
            Ajouter une clé d’accès
          </h2>
          <AddPasskey suggestedName={suggestedName} answer={removal ? null : answer} />
        </section>
        <p className="small soft">
          Un appareil perdu&nbsp;? Retirez sa clé ici. Votre mot de passe continue d’ouvrir votre compte.
        </p>
        <p>
          <ButtonLink to={href("/account")} variant="secondary">
            Retour à mon compte
          </ButtonLink>
        </p>
      </div>
    </div>
  )
}
