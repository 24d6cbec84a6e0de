import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { shortNameOf } from '../../client/labels.ts'
import { useDialogTarget } from '../../client/useDialogTarget.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import { openTask, reminderOf } from '../../facts.ts'
import s from '../../forms/client/fields.module.css'
import { RemindField } from './RemindField.tsx'

type Props = { id: string; onClose: () => void }

export function RemindDialog({ id, onClose }: Props) {
  const target = useDialogTarget(id, onClose)
  return target ? <Remind target={target} onClose={onClose} /> : null
}

function Remind({ target, onClose }: { target: Target; onClose: () => void }) {
  const actions = useTargetActions()
  const was = reminderOf(target)?.at ?? ''
  const form = useForm({
    draft: `reminder:${target.id}`,
    initial: { at: was },
    act: ({ at }) => at === was || actions.remind(target.id, at === '' ? null : at),
    onDone: onClose,
  })
  const { at } = form.values
  return (
    <FormDialog
      title={`Reminder for ${shortNameOf(target)}`}
      size={560}
      form={form}
      onClose={onClose}
      verb={at === '' && was !== '' ? 'No reminder' : 'Remind me'}
      isDisabled={at === was}
    >
      <div className={`stack gap16 ${s.fields}`}>
        <p className="pretty">{openTask(target)?.description}</p>
        <RemindField {...form.field('at')} />
      </div>
    </FormDialog>
  )
}
