// `list` is the list's permanent name.

type Kept = { user: string; open: string[] }

/** Returns null when nothing is remembered. */
export function rememberedOpen(list: string, user: string): string[] | null {
  try {
    const kept = JSON.parse(localStorage.getItem(list) ?? 'null') as Kept | null
    return kept?.user === user && Array.isArray(kept.open) ? kept.open.map(String) : null
  } catch {
    return null
  }
}

export function rememberOpen(list: string, user: string, open: readonly string[]): void {
  try {
    localStorage.setItem(list, JSON.stringify({ user, open: [...open] } satisfies Kept))
  } catch {}
}
