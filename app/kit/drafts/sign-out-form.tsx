import { href } from "react-router"
import { forgetAllDrafts } from "./store.ts"

export function SignOutForm({ id }: { id: string }) {
  return <form id={id} method="post" action={href("/deconnexion")} hidden onSubmit={forgetAllDrafts} />
}
