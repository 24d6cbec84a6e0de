// Loads first, because the inbox is part of the engine's rows.
import type { FirstLoad } from '#core/client/firstLoad.ts'

export const firstLoad: readonly FirstLoad[] = [
  { name: 'inside', files: ['client/offline.ts'] },
  { name: 'soon', files: ['client/Bell.tsx'], opens: 'later' },
]
