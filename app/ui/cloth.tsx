/** The tablecloth strip, where a surface meets another: once a page at most. */
export function Cloth() {
  return <div className="cloth" aria-hidden="true" />
}
