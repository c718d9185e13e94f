import type { OpenSession } from "../../../../server/accounts/auth/open-sessions.ts"
import { Form, href, useNavigation } from "react-router"
import { dayInParis } from "../../../../domain/day.ts"
import { dayLong, instantLong } from "../../../../domain/day-labels.ts"
import { deviceName } from "../../../../isomorphic/text/device-name.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Tag } from "../../../ui/tag.tsx"

type SessionsPageProps = {
  sessions: readonly OpenSession[]
  ended: boolean
  answer: { errors: Readonly<Record<string, string>> } | null
}

export function SessionsPage({ sessions, ended, answer }: SessionsPageProps) {
  const submittedSession = useNavigation().formData?.get("session")
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  return (
    <div className="page section">
      <div className="panel stack mx-auto max-w-lg gap-5">
        <h1 className="title-section">Appareils connectés</h1>
        {ended && !answer && <Notice tone="success" title="C’est fait, l’appareil est déconnecté" live />}
        <FormError errors={Object.values(answer?.errors ?? {}).map((message) => ({ message }))} answer={answer} />
        <p>Votre compte est ouvert ici. Déconnectez un appareil que vous n’utilisez plus ou ne reconnaissez pas.</p>
        <ul className="stack">
          {sessions.map((session) => (
            <li key={session.id} className="cluster between">
              <SessionLine {...session} />
              {!session.isCurrent && (
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="session" value={session.id} />
                  <Button
                    variant="secondary"
                    size="small"
                    busy={submittedSession === session.id}
                    aria-label={`Déconnecter ${deviceName(session.userAgent)}, connecté le ${instantLong(session.openedAt)}`}
                  >
                    Déconnecter
                  </Button>
                </Form>
              )}
            </li>
          ))}
        </ul>
        {others.length === 0 ? (
          <p className="soft">Aucun autre appareil n’est connecté.</p>
        ) : (
          others.length > 1 && (
            <Form method="post" className="stack gap-2">
              <input type="hidden" name="session" value="autres" />
              <div>
                <Button variant="secondary" busy={submittedSession === "autres"}>
                  Déconnecter tous les autres
                </Button>
              </div>
              {/* Whoever used such a device may have created some. */}
              <p className="small soft">Vos liens d’agenda et vos clés d’API cessent alors de répondre.</p>
            </Form>
          )
        )}
        <p className="small soft">
          Un appareil que vous ne reconnaissez pas&nbsp;? Déconnectez-le, puis changez de mot de passe.
        </p>
        <div className="cluster">
          <ButtonLink to={href("/account")} variant="secondary">
            Retour à mon compte
          </ButtonLink>
          <ButtonLink to={href("/mot-de-passe")} variant="quiet">
            Changer de mot de passe
          </ButtonLink>
        </div>
      </div>
    </div>
  )
}

function SessionLine({ isCurrent, openedAt, lastUsedAt, userAgent }: OpenSession) {
  const openedDay = dayInParis(openedAt)
  const lastUsedDay = dayInParis(lastUsedAt)
  return (
    <div className="min-w-0">
      <p className="cluster gap-2">
        <b>{deviceName(userAgent)}</b>
        {isCurrent && <Tag tone="ok">Cet appareil</Tag>}
      </p>
      <p className="small soft">
        Connecté le {instantLong(openedAt)}
        {!isCurrent && lastUsedDay !== openedDay && <>, utilisé le {dayLong(lastUsedDay)}</>}
      </p>
    </div>
  )
}
