import { data, isRouteErrorResponse } from "react-router"

const WithStatus = data(null).constructor

export function isThrownResponse(thrown: unknown): boolean {
  return thrown instanceof Response || thrown instanceof WithStatus || isRouteErrorResponse(thrown)
}
