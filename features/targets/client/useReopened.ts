import { useDraft } from '#core/client/drafts.ts'
import { type OpenDialog, useOpenDialog } from './dialogs.ts'

/** Reopens the dialog that had input when the session ended. */
export const useReopened = () =>
  useDraft<OpenDialog>('open:dialog', null, (dialog) => useOpenDialog.setState({ dialog }))
