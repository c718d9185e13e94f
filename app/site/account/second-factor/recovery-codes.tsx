import { useEffect, useRef } from "react"
import { href } from "react-router"
import { buttonClass } from "../../../ui/button-class.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Notice } from "../../../ui/notice.tsx"

export type NewCodes = {
  codes: readonly string[]
  justEnabled: boolean
  /** "/" when none was requested. */
  retour: string
}

/** The codes appear only once, so scroll up to the first of them. */
export function RecoveryCodes({ codes, justEnabled, retour }: NewCodes) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus({ preventScroll: true })
    title.current?.scrollIntoView({ block: "start" })
  }, [codes])
  const file = ["Codes de secours, chacun ouvre le compte une fois", "", ...codes, ""].join("\r\n")
  return (
    <>
      <h2 className="title-card" tabIndex={-1} ref={title}>
        Codes de secours
      </h2>
      <Notice
        tone="success"
        title={justEnabled ? "La double authentification est activée" : "Vos nouveaux codes de secours sont prêts"}
        live
      >
        Gardez ces codes hors de votre téléphone&nbsp;: ils ne seront plus affichés. Chacun ouvre votre compte une fois.
      </Notice>
      <ul className="grid gap-2 sm:grid-cols-2" aria-label="Codes de secours">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="cluster">
        <a
          className={buttonClass({ variant: "secondary" })}
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="codes-de-secours.txt"
        >
          Télécharger les codes
        </a>
        <ButtonLink to={retour === "/" ? href("/account") : retour}>J’ai gardé mes codes</ButtonLink>
      </div>
    </>
  )
}
