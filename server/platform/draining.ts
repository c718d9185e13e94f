let draining = false

/** A stopping process tells its proxy to send visitors elsewhere, and goes on serving meanwhile. */
export function isDraining(): boolean {
  return draining
}

export async function drain(seconds: number): Promise<void> {
  draining = seconds > 0
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}
