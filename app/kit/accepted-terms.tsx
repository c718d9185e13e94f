import { Link } from "react-router"
import type { AcceptedText } from "../http/legal-path.ts"

export function AcceptedTerms({ version, read, file }: AcceptedText) {
  return (
    <>
      <Link to={read}>Conditions générales acceptées, version {version}</Link> (
      <a href={file} download>
        télécharger
      </a>
      )
    </>
  )
}
