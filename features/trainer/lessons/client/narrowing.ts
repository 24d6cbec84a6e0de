// Search and filter of the lesson list, preserved while the app is open so that they survive opening a lesson.
import type { FilterName } from '../listing.ts'

export type Narrowing = { search: string; filter: FilterName | null }

const everything: Narrowing = { search: '', filter: null }
let kept: { user: string; narrowing: Narrowing } | undefined

export const savedNarrowing = (user: string): Narrowing => (kept?.user === user ? kept.narrowing : everything)

export function saveNarrowing(user: string, narrowing: Narrowing): void {
  kept = { user, narrowing }
}
