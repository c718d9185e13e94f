export function RequiredNote({ one = false }: { one?: boolean }) {
  return (
    <p className="small soft">
      {one ? "Ce champ est obligatoire." : <>Champs obligatoires, sauf mention «&nbsp;facultatif&nbsp;».</>}
    </p>
  )
}
