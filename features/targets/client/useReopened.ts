import { useDraft } from '#core/client/drafts.ts'
import { type OpenDialog, useOpenDialog } from './dialogs.ts'

/** Opens the dialog again in which something stood when the session ended. */
export const useReopened = () =>
  useDraft<OpenDialog>('open:dialog', null, (dialog) => useOpenDialog.setState({ dialog }))
