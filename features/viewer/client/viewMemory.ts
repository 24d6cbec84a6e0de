// The person's last audience, dates, and collapsed state on this device.
import type { Days, ViewerPreset } from '#core/contract/ranges.ts'

const KEY = 'viewer'

/** A preset moves along with the date. */
export type RememberedView = { user: string; view?: string; days?: { preset: ViewerPreset } | Days; isFolded?: boolean }

/** Ignores another person's view. */
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
    // Without storage every visit starts with the defaults.
  }
}
