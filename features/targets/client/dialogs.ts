// A store instead of a context, so that an action can open a dialog too.
import { create } from 'zustand'
import type { CreateInput } from '../forms/contract.ts'

export type OpenDialog =
  | { kind: 'create'; prefill?: Partial<CreateInput> }
  | { kind: 'complete' | 'lose' | 'nextStep' | 'chooseDate' | 'remind' | 'destroy'; id: string }
  | { kind: 'cameFrom' | 'share'; id: string }
  | { kind: 'addContact'; id: string; person?: { name: string; email: string } | undefined }
  /** `touchId`: the touch to change. */
  | { kind: 'logTouch'; id: string; touchId?: string | undefined }
  | { kind: 'moveTouch'; touchId: string }
  /** `emailId`: an email that matched no Target. */
  | { kind: 'fileEmail'; emailId: string }
  | { kind: 'revoke'; id: string; userId: string }
  | { kind: 'handOver'; ids: readonly string[] }
  | { kind: 'emptyTrash' }
  | { kind: 'controls' }

export const useOpenDialog = create<{ dialog: OpenDialog | null; opener: HTMLElement | null }>(() => ({
  dialog: null,
  opener: null,
}))

/** A dialog opened by another (a new step after 'Pursue') returns focus to where the first was opened. */
const open = (dialog: OpenDialog) => {
  const active = document.activeElement
  const isInPage = active instanceof HTMLElement && active !== document.body && !active.closest('[role="dialog"]')
  useOpenDialog.setState({ dialog, ...(isInPage && { opener: active }) })
}

/** Opens the Tracker's dialogs. `<TargetDialogs>` must be mounted above. */
export const targetDialogs = {
  /** `prefill` replaces the form's defaults. */
  create: (prefill?: Partial<CreateInput>) => open({ kind: 'create', prefill }),
  complete: (id: string) => open({ kind: 'complete', id }),
  lose: (id: string) => open({ kind: 'lose', id }),
  /** Opens 'Done? Take the Next Step', 'Take A Step' or 'Choose a new Step', depending on the target's state. */
  nextStep: (id: string) => open({ kind: 'nextStep', id }),
  chooseDate: (id: string) => open({ kind: 'chooseDate', id }),
  remind: (id: string) => open({ kind: 'remind', id }),
  /** Asks once who a won target came from. */
  cameFrom: (id: string) => open({ kind: 'cameFrom', id }),
  destroy: (id: string) => open({ kind: 'destroy', id }),
  /** `person` fills in the form. */
  addContact: (id: string, person?: { name: string; email: string }) => open({ kind: 'addContact', id, person }),
  logTouch: (id: string, touchId?: string) => open({ kind: 'logTouch', id, touchId }),
  moveTouch: (touchId: string) => open({ kind: 'moveTouch', touchId }),
  fileEmail: (emailId: string) => open({ kind: 'fileEmail', emailId }),
  share: (id: string) => open({ kind: 'share', id }),
  revoke: (id: string, userId: string) => open({ kind: 'revoke', id, userId }),
  /** All targets must have the same owner. */
  handOver: (ids: readonly string[]) => open({ kind: 'handOver', ids }),
  emptyTrash: () => open({ kind: 'emptyTrash' }),
  controls: () => open({ kind: 'controls' }),
}
export const closeDialog = () => useOpenDialog.setState({ dialog: null })
