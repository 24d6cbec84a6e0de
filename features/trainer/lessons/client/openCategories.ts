// Which categories this device's person left open.
const KEY = 'trainer-lessons-open'

type Kept = { user: string; open: string[] }

/** null: nothing is remembered. */
export function rememberedOpen(user: string): string[] | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Kept | null
    return kept?.user === user && Array.isArray(kept.open) ? kept.open.map(String) : null
  } catch {
    return null
  }
}

export function rememberOpen(user: string, open: readonly string[]): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ user, open: [...open] } satisfies Kept))
  } catch {
    // Without storage every visit begins plainly.
  }
}
