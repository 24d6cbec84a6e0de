// What the Tracker loads once it stands: so that whatever is opened later opens at once, and also without a network.
const parts = [
  () => import('./LongGrid.tsx'),
  () => import('./DenseList.tsx'),
  () => import('./contactFiles.ts'),
  () => import('./BulkDate.tsx'),
  () => import('./Shortcuts.tsx'),
  () => import('./TileMenu.tsx'),
  () => import('./TileEdit.tsx'),
  () => import('./NextStepDialog.tsx'),
  () => import('./CreateTarget.tsx'),
  () => import('./CompleteDialog.tsx'),
  () => import('./LoseDialog.tsx'),
  () => import('./ChooseDateDialog.tsx'),
  () => import('./Calendar.tsx'),
  () => import('./DestroyDialog.tsx'),
  () => import('./ShareDialog.tsx'),
  () => import('./RevokeDialog.tsx'),
  () => import('./HandOverDialog.tsx'),
  () => import('./FigureDialog.tsx'),
  () => import('./SortItems.tsx'),
  () => import('./FilterItems.tsx'),
  () => import('./ControlsDialog.tsx'),
  () => import('./Filters.tsx'),
  () => import('./EmptyList.tsx'),
  () => import('./NothingFound.tsx'),
  () => import('./TargetPage.tsx'),
]
let isAsked = false

/** Loads them one after the other when the browser has nothing else to do. A part that can't be had now is asked for again when it is opened. */
export function loadAhead() {
  if (isAsked) return
  isAsked = true
  const whenIdle = globalThis.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 200))
  const next = (index: number) => {
    const part = parts[index]
    if (part)
      whenIdle(
        () =>
          void part().then(
            () => next(index + 1),
            () => next(index + 1),
          ),
      )
  }
  next(0)
}
