import { useDraft } from '#core/client/drafts.ts'
import type { AnyComponent } from '#core/client/feature.ts'
import { type Load, lazyComponent } from '#core/client/lazyComponent.tsx'
import { closeDialog, type OpenDialog } from './dialogs.ts'

export const dialogLoads: Record<OpenDialog['kind'], Load<AnyComponent>> = {
  create: () => import('../forms/client/CreateTarget.tsx').then((file) => file.CreateTarget),
  complete: () => import('../outcome/client/CompleteDialog.tsx').then((file) => file.CompleteDialog),
  lose: () => import('../outcome/client/LoseDialog.tsx').then((file) => file.LoseDialog),
  nextStep: () => import('../steps/client/NextStepDialog.tsx').then((file) => file.NextStepDialog),
  chooseDate: () => import('../steps/client/ChooseDateDialog.tsx').then((file) => file.ChooseDateDialog),
  remind: () => import('../steps/client/RemindDialog.tsx').then((file) => file.RemindDialog),
  destroy: () => import('../trash/client/DestroyDialog.tsx').then((file) => file.DestroyDialog),
  emptyTrash: () => import('../trash/client/DestroyDialog.tsx').then((file) => file.DestroyDialog),
  controls: () => import('../controls/client/ControlsDialog.tsx').then((file) => file.ControlsDialog),
  addContact: () => import('../contacts/client/AddContactDialog.tsx').then((file) => file.AddContactDialog),
  logTouch: () => import('../touches/client/LogTouch.tsx').then((file) => file.LogTouch),
  fileEmail: () => import('../touches/client/FileEmailDialog.tsx').then((file) => file.FileEmailDialog),
  moveTouch: () => import('../touches/client/MoveTouchDialog.tsx').then((file) => file.MoveTouchDialog),
  cameFrom: () => import('../cameFrom/client/CameFromDialog.tsx').then((file) => file.CameFromDialog),
  share: () => import('../sharing/client/ShareDialog.tsx').then((file) => file.ShareDialog),
  revoke: () => import('../sharing/client/RevokeDialog.tsx').then((file) => file.RevokeDialog),
  handOver: () => import('../sharing/client/HandOverDialog.tsx').then((file) => file.HandOverDialog),
}

/** Dialogs with input, which reopen after a session that ended in the meantime. */
const isForm: ReadonlySet<string> = new Set<OpenDialog['kind']>([
  'create',
  'complete',
  'lose',
  'nextStep',
  'chooseDate',
  'remind',
  'cameFrom',
  'share',
  'addContact',
  'logTouch',
  'handOver',
])

export function OpenedDialog({ dialog: { kind, ...given } }: { dialog: OpenDialog }) {
  useDraft('open:dialog', isForm.has(kind) ? { kind, ...given } : null, () => undefined)
  const Shown = lazyComponent<object>(dialogLoads[kind])
  return <Shown {...given} {...{ onClose: closeDialog }} />
}
