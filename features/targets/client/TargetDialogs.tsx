import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { once, useProduct } from '#core/client/product.ts'
import { DialogOpener } from '#core/ui/dialogOpener.ts'
import { useNewFromAddress } from '../entering/client/useNewFromAddress.ts'
import { closeDialog, targetDialogs, useOpenDialog } from './dialogs.ts'

const load = {
  create: () => import('../entering/client/CreateTarget.tsx').then((file) => ({ default: file.CreateTarget })),
  complete: () => import('../outcome/client/CompleteDialog.tsx').then((file) => ({ default: file.CompleteDialog })),
  lose: () => import('../outcome/client/LoseDialog.tsx').then((file) => ({ default: file.LoseDialog })),
  nextStep: () => import('../steps/client/NextStepDialog.tsx').then((file) => ({ default: file.NextStepDialog })),
  chooseDate: () => import('../steps/client/ChooseDateDialog.tsx').then((file) => ({ default: file.ChooseDateDialog })),
  remind: () => import('../steps/client/RemindDialog.tsx').then((file) => ({ default: file.RemindDialog })),
  destroy: () => import('../trash/client/DestroyDialog.tsx').then((file) => ({ default: file.DestroyDialog })),
  controls: () => import('../controls/client/ControlsDialog.tsx').then((file) => ({ default: file.ControlsDialog })),
  share: () => import('../sharing/client/ShareDialog.tsx').then((file) => ({ default: file.ShareDialog })),
  revoke: () => import('../sharing/client/RevokeDialog.tsx').then((file) => ({ default: file.RevokeDialog })),
  handOver: () => import('../sharing/client/HandOverDialog.tsx').then((file) => ({ default: file.HandOverDialog })),
}
const CreateTarget = lazy(load.create)
const CompleteDialog = lazy(load.complete)
const LoseDialog = lazy(load.lose)
const NextStepDialog = lazy(load.nextStep)
const ChooseDateDialog = lazy(load.chooseDate)
const RemindDialog = lazy(load.remind)
const DestroyDialog = lazy(load.destroy)
const ControlsDialog = lazy(load.controls)
const ShareDialog = lazy(load.share)
const RevokeDialog = lazy(load.revoke)
const HandOverDialog = lazy(load.handOver)

const others = [() => import('../detail/client/TargetPage.tsx'), () => import('../list/client/TileEdit.tsx')]

/** Fetched in a quiet moment, so that each opens at once, also after the network has gone. */
const FETCH_AFTER_MS = 3000

/** Opens the Tracker's dialogs; `<TargetDialogs>` must be mounted somewhere above. */
export const useTargetDialogs = () => targetDialogs

/** Shows the Tracker's dialogs over its pages; their code is loaded when the first one opens. */
export function TargetDialogs({ children }: { children?: ReactNode }) {
  const dialog = useOpenDialog((state) => state.dialog)
  const opener = useOpenDialog((state) => state.opener)
  const { panels } = useProduct()
  useNewFromAddress()
  useEffect(() => closeDialog, [])
  useEffect(() => {
    const timer = setTimeout(() => {
      // A file that cannot be had now is asked for again when its dialog opens.
      for (const one of [
        ...Object.values(load),
        ...others,
        ...panels.map(
          ({ load }) =>
            () =>
              once(load),
        ),
      ])
        void one().catch(() => undefined)
    }, FETCH_AFTER_MS)
    return () => clearTimeout(timer)
  }, [panels])
  return (
    <>
      {children}
      <DialogOpener value={opener}>
        <Suspense fallback={null}>
          {dialog?.kind === 'create' && <CreateTarget prefill={dialog.prefill} onClose={closeDialog} />}
          {dialog?.kind === 'complete' && <CompleteDialog id={dialog.id} onClose={closeDialog} />}
          {dialog?.kind === 'lose' && <LoseDialog id={dialog.id} onClose={closeDialog} />}
          {dialog?.kind === 'nextStep' && <NextStepDialog id={dialog.id} onClose={closeDialog} />}
          {dialog?.kind === 'chooseDate' && <ChooseDateDialog id={dialog.id} onClose={closeDialog} />}
          {dialog?.kind === 'remind' && <RemindDialog id={dialog.id} onClose={closeDialog} />}
          {dialog?.kind === 'destroy' && <DestroyDialog id={dialog.id} onClose={closeDialog} />}
          {dialog?.kind === 'share' && <ShareDialog id={dialog.id} onClose={closeDialog} />}
          {dialog?.kind === 'revoke' && <RevokeDialog id={dialog.id} userId={dialog.userId} onClose={closeDialog} />}
          {dialog?.kind === 'handOver' && <HandOverDialog ids={dialog.ids} onClose={closeDialog} />}
          {dialog?.kind === 'emptyTrash' && <DestroyDialog onClose={closeDialog} />}
          {dialog?.kind === 'controls' && <ControlsDialog onClose={closeDialog} />}
        </Suspense>
      </DialogOpener>
    </>
  )
}
