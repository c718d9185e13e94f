import { data, isRouteErrorResponse } from "react-router"

const WithStatus = data(null).constructor

/** Whether what was thrown is an answer (a redirect, a 404), and no bug. */
export function isThrownResponse(thrown: unknown): boolean {
  return thrown instanceof Response || thrown instanceof WithStatus || isRouteErrorResponse(thrown)
}
