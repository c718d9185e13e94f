/** The target needs `tabIndex={-1}`. */
export function SkipLink() {
  return (
    <a className="skip-link button button-primary button-small" href="#contenu">
      Aller au contenu
    </a>
  )
}
