import { Link, href } from "react-router"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Tag } from "../../../ui/tag.tsx"

type ActForPageProps = {
  ownName: string
  /** null when the customer acts for themselves. */
  current: string | null
  accounts: readonly { id: string; name: string; mayBook: boolean }[]
  answer: { errors: Readonly<Record<string, string>> } | null
}

/** Uses plain forms, because the whole page changes with the account. */
export function ActForPage({ ownName, current, accounts, answer }: ActForPageProps) {
  return (
    <div className="page section">
      <div className="panel stack mx-auto max-w-lg gap-5">
        <h1 className="title-section">Agir pour</h1>
        <FormError errors={Object.values(answer?.errors ?? {}).map((message) => ({ message }))} answer={answer} />
        <p>Choisissez un compte. Votre nom reste sur ce que vous y faites.</p>
        <form method="post">
          <ul className="stack">
            <Choice id="moi" name={ownName} detail="Mon compte" isCurrent={current === null} />
            {accounts.map(({ id, name, mayBook }) => (
              <Choice
                key={id}
                id={id}
                name={name}
                detail={mayBook ? "Voir et réserver" : "Voir seulement"}
                isCurrent={current === id}
              />
            ))}
          </ul>
        </form>
        {accounts.length === 0 && (
          <p className="soft">
            Personne ne partage son compte avec vous. Pour partager le vôtre, ouvrez vos{" "}
            <Link to={href("/account/partages")}>partages</Link>.
          </p>
        )}
        <ButtonLink to={href("/account")} variant="secondary">
          Retour au compte
        </ButtonLink>
      </div>
    </div>
  )
}

function Choice({ id, name, detail, isCurrent }: { id: string; name: string; detail: string; isCurrent: boolean }) {
  return (
    <li className="cluster between">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <b>{name}</b>
        </p>
        <p className="small soft">{detail}</p>
      </div>
      {isCurrent ? (
        <Tag tone="ok">En cours</Tag>
      ) : (
        <Button variant="secondary" size="small" name="pour" value={id} aria-label={`Agir pour ${name}`}>
          Choisir
        </Button>
      )}
    </li>
  )
}
