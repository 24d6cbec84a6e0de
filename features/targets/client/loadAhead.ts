// Loaded after the Tracker is shown, so that dialogs and pages open right away, even offline.
import { type Load, prefetchEach } from '#core/client/lazyComponent.tsx'
import { whenQuiet } from '#core/client/onIdle.ts'
import { dialogLoads } from './OpenedDialog.tsx'

const parts: readonly Load<unknown>[] = [
  () => import('../list/client/DenseList.tsx'),
  () => import('../list/client/BulkBar.tsx'),
  () => import('../list/client/BulkDate.tsx'),
  () => import('../list/client/Shortcuts.tsx'),
  () => import('../list/client/TileMenu.tsx'),
  () => import('../list/client/TileEdit.tsx'),
  () => import('../steps/client/Calendar.tsx'),
  () => import('../trash/client/DeletedHead.tsx'),
  () => import('../sharing/client/Invitations.tsx'),
  () => import('../score/client/FigureDialog.tsx'),
  () => import('../list/client/SortItems.tsx'),
  () => import('../list/client/FilterItems.tsx'),
  () => import('../list/client/Filters.tsx'),
  () => import('../list/client/EmptyList.tsx'),
  () => import('../list/client/NothingFound.tsx'),
  () => import('../detail/client/TargetPage.tsx'),
  ...Object.values(dialogLoads),
]
let isAsked = false

/** Loads them when idle. */
export function prefetchTargets(others: readonly { load: Load<unknown> }[]) {
  if (isAsked) return
  isAsked = true
  whenQuiet(() => void prefetchEach([...parts, ...others.map(({ load }) => load)]))
}
