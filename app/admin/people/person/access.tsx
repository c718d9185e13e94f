import { Form, useNavigation } from "react-router"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Notice } from "../../../ui/notice.tsx"
import type { PersonAct } from "./act-dialog.tsx"
import { roleLabels, staffRoles } from "../../../../domain/accounts/staff-roles.ts"
import { SelectField } from "../../../ui/select-field.tsx"
import { roleSummaries, stateLabels } from "../people-labels.ts"
import type { StaffRole } from "../../../../domain/accounts/staff-roles.ts"
import type { PersonView } from "./view.ts"

export function PersonAccess({ person }: { person: PersonView }) {
  const { role, state, sessions, emailVerified, hasPassword, passwordRenewalDue, isOneself } = person
  const hasAccount = state !== "none"
  return (
    <section className="panel stack" aria-labelledby="acces">
      <h2 className="title-card" id="acces">
        Accès
      </h2>
      <dl className="recap-plain">
        <div>
          <dt>Rôle</dt>
          <dd>{roleLabels[role]}</dd>
        </div>
        <div>
          <dt>État</dt>
          <dd>{stateLabels[state]}</dd>
        </div>
        {hasAccount && (
          <div>
            <dt>Adresse</dt>
            <dd>{emailVerified ? "confirmée" : "à confirmer"}</dd>
          </div>
        )}
        {hasAccount && (
          <div>
            <dt>Mot de passe</dt>
            <dd>{hasPassword ? "choisi" : "à choisir"}</dd>
          </div>
        )}
        {hasAccount && (
          <div>
            <dt>Sessions ouvertes</dt>
            <dd>{sessions}</dd>
          </div>
        )}
      </dl>
      {passwordRenewalDue && role !== "user" && (
        <Notice tone="warning" title="Mot de passe trop court">
          L’administration s’ouvrira pour cette personne quand elle en aura choisi un d’au moins 12 caractères.
        </Notice>
      )}
      {!hasAccount && (
        <p className="soft small">
          Cette personne est connue par ses réservations. Elle n’a pas de compte pour se connecter.
        </p>
      )}
      {isOneself && (
        <p className="soft small">
          C’est votre compte&nbsp;: votre rôle et votre accès sont changés par un autre administrateur.
        </p>
      )}
      {hasAccount && !isOneself && role !== "admin" && <StaffRoleForm key={role} role={role} />}
      {hasAccount && !isOneself && <Acts person={person} />}
    </section>
  )
}

function Acts({ person: { role, state, emailVerified } }: { person: PersonView }) {
  const sendingIntent = useNavigation().formData?.get("intent")
  const disabled = state === "disabled"
  return (
    <div className="cluster">
      {!emailVerified && !disabled && (
        <Form method="post" preventScrollReset>
          <Button
            variant="secondary"
            size="small"
            name="intent"
            value="verification"
            busy={sendingIntent === "verification"}
          >
            Renvoyer l’e-mail de confirmation
          </Button>
        </Form>
      )}
      {!disabled && (
        <Form method="post" preventScrollReset>
          <Button
            variant="secondary"
            size="small"
            name="intent"
            value="mot-de-passe"
            busy={sendingIntent === "mot-de-passe"}
          >
            Envoyer un lien pour choisir un mot de passe
          </Button>
        </Form>
      )}
      {role !== "admin" ? (
        <ConfirmLink act="promouvoir">Nommer administrateur</ConfirmLink>
      ) : (
        <ConfirmLink act="retrograder">Retirer l’administration</ConfirmLink>
      )}
      {disabled ? (
        <ConfirmLink act="reactiver">Réactiver le compte</ConfirmLink>
      ) : (
        <ConfirmLink act="desactiver">Désactiver le compte</ConfirmLink>
      )}
    </div>
  )
}

function StaffRoleForm({ role }: { role: StaffRole | "user" }) {
  const sending = useNavigation().formData?.get("intent") === "role"
  return (
    <Form method="post" className="fields-line" preventScrollReset>
      <SelectField
        label="Rôle dans l’équipe"
        name="role"
        defaultValue={role}
        options={[
          { value: "user", label: "Aucun" },
          ...staffRoles.map((each) => ({ value: each, label: `${roleLabels[each]}\u00a0: ${roleSummaries[each]}` })),
        ]}
      />
      <Button variant="secondary" size="small" name="intent" value="role" busy={sending}>
        Changer le rôle
      </Button>
    </Form>
  )
}

function ConfirmLink({ act, children }: { act: PersonAct; children: string }) {
  return (
    <ButtonLink variant="secondary" size="small" to={`?confirmer=${act}`} aria-haspopup="dialog" preventScrollReset>
      {children}
    </ButtonLink>
  )
}
