import { type ReactNode, useEffect } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useProduct } from '#core/client/product.ts'
import { DialogOpener } from '#core/ui/dialogOpener.ts'
import { closeDialog, useOpenDialog } from './dialogs.ts'
import { useAskedInAddress } from './useAskedInAddress.ts'

const OpenedDialog = lazyComponent(() => import('./OpenedDialog.tsx').then((file) => file.OpenedDialog))

/** Shows the Tracker's dialogs over its pages. Their code loads after the page is shown. */
export function TargetDialogs({ children }: { children?: ReactNode }) {
  const dialog = useOpenDialog((state) => state.dialog)
  const opener = useOpenDialog((state) => state.opener)
  const { panels, reports } = useProduct()
  useAskedInAddress()
  useEffect(() => closeDialog, [])
  useEffect(() => {
    import('./loadAhead.ts').then(
      (file) => file.prefetchTargets([...panels, ...reports]),
      () => undefined,
    )
  }, [panels, reports])
  return (
    <>
      {children}
      <DialogOpener value={opener}>{dialog && <OpenedDialog dialog={dialog} />}</DialogOpener>
    </>
  )
}
