// What opens first: the Tracker's lists, where most people land.
import type { FirstLoad } from '#core/client/firstLoad.ts'

export const firstLoad: readonly FirstLoad[] = [
  { name: 'inside', files: ['client/offline.ts'] },
  {
    name: 'tracker',
    files: ['client/TargetDialogs.tsx', 'list/client/TargetsPage.tsx'],
    opens: /^\/($|targets)/,
  },
]
