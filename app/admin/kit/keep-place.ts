/** When what had the focus has gone with an answer, the keyboard goes on from the top of the screen, not of the site. */
export function keepPlace(): void {
  if (document.activeElement === document.body) document.getElementById("contenu")?.focus({ preventScroll: true })
}
