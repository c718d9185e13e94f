/** Above the fields of a form: which of them must be filled in. */
export function RequiredNote() {
  return <p className="small soft">Tous les champs sont obligatoires, sauf mention «&nbsp;facultatif&nbsp;».</p>
}
