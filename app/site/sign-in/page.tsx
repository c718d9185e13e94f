import { useNavigation } from "react-router"
import { Notice } from "../../ui/notice.tsx"
import { AuthForm, authTitles, type AuthAnswer, type AuthMode } from "../frame/auth-form.tsx"
import { SignInReason } from "../frame/sign-in-reason.tsx"

type AuthPageProps = {
  mode: AuthMode
  retour: string
  passwordChosen?: boolean
  codeTooLate?: boolean
  accountDeleted?: boolean
  /** Set when the return page requires signing in. */
  isSignInRequired?: boolean
  answer?: (AuthAnswer & { values?: { retour?: string } }) | undefined
}

export function AuthPage({
  mode,
  retour,
  passwordChosen = false,
  codeTooLate = false,
  accountDeleted = false,
  isSignInRequired = false,
  answer,
}: AuthPageProps) {
  const { state, formMethod } = useNavigation()
  return (
    <div className="page section">
      <div className="panel stack mx-auto max-w-md gap-5">
        <h1 className="title-section">{authTitles[mode]}</h1>
        {passwordChosen && !answer && (
          <Notice tone="success" title="Votre mot de passe est enregistré" live>
            <span className="unbroken">Connectez-vous</span> avec votre adresse <span className="unbroken">e-mail</span>{" "}
            et ce mot de passe.
          </Notice>
        )}
        {accountDeleted && !answer && (
          <Notice tone="success" title="Votre compte est supprimé" live>
            Vous pouvez toujours regarder le catalogue, ou ouvrir un autre compte.
          </Notice>
        )}
        {codeTooLate && !answer && (
          <Notice tone="warning" title="Le délai pour saisir le code est passé" live>
            Connectez-vous à nouveau avec votre adresse et votre mot de passe.
          </Notice>
        )}
        {isSignInRequired && <SignInReason requestedPath={retour} />}
        {/* Without JavaScript, the refused form's address has lost the return path. */}
        <AuthForm
          mode={mode}
          retour={answer?.values?.retour ?? retour}
          answer={answer}
          busy={state !== "idle" && formMethod === "POST"}
        />
      </div>
    </div>
  )
}
