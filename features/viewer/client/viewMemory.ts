// How this device's person last had the Viewer: whom and when they looked at, and whether that was folded.
import type { Days, ViewerPreset } from '#core/contract/ranges.ts'

const KEY = 'viewer'

/** A preset moves on with the days. */
export type RememberedView = { user: string; view?: string; days?: { preset: ViewerPreset } | Days; isFolded?: boolean }

/** Nothing of another person. */
export function rememberedView(user: string): RememberedView {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null') as RememberedView | null
    return kept?.user === user ? kept : { user }
  } catch {
    return { user }
  }
}

export function rememberView(user: string, change: Partial<RememberedView>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...rememberedView(user), ...change }))
  } catch {
    // Without storage every visit begins plainly.
  }
}
