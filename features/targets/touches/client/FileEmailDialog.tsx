import { call } from '#core/client/api.ts'
import { isOfflineNow, useRows, useSyncStatus } from '#core/client/sync.tsx'
import { goOnlineTo } from '#core/contract/phrases.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { filingRoutes } from '#features/touches/filing/contract.ts'
import { shortNameOf } from '../../client/labels.ts'
import { targetEndpoints } from '../../contract.ts'
import { choosable, TargetChoice } from './TargetChoice.tsx'

type Props = { emailId: string; onClose: () => void }

/** Files an email that matched no target on one of the person's. Only the server has the email. */
export function FileEmailDialog({ emailId, onClose }: Props) {
  const targets = choosable(useRows(targetEndpoints))
  const isOffline = useSyncStatus(isOfflineNow)
  const form = useForm({
    initial: { targetId: '' },
    check: ({ targetId }) => ({ targetId: targetId === '' ? 'Choose a Target.' : undefined }),
    async send({ targetId }) {
      await call(filingRoutes.fileUnmatched, { params: { id: emailId }, body: { target_id: targetId } })
      const target = targets.find(({ id }) => id === targetId)
      return `Filed on ${target ? shortNameOf(target) : 'the Target'}.`
    },
    onDone: onClose,
  })
  return (
    <FormDialog title="File the email" verb="File email" form={form} onClose={onClose} isDisabled={isOffline}>
      {isOffline && <p className="dim">{goOnlineTo('file this email')}</p>}
      <TargetChoice targets={targets} field={form.field('targetId')} />
    </FormDialog>
  )
}
