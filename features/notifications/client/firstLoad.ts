// What opens first: the inbox is rows of the engine, which opens with them.
import type { FirstLoad } from '#core/client/firstLoad.ts'

export const firstLoad: readonly FirstLoad[] = [
  { name: 'inside', files: ['client/offline.ts'] },
  { name: 'soon', files: ['client/Bell.tsx'], opens: 'later' },
]
