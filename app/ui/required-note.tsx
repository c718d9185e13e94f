export function RequiredNote({ one = false }: { one?: boolean }) {
  return (
    <p className="small soft">
      {one ? "Un seul champ, à remplir." : <>Champs obligatoires, sauf mention «&nbsp;facultatif&nbsp;».</>}
    </p>
  )
}
