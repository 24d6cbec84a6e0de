import { Button } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#core/ui/Dialog.tsx'
import { useDialogTarget } from '../../client/useDialogTarget.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { shortNameOf, words } from '../../client/words.ts'
import type { Target } from '../../contract.ts'
import s from '../../entering/client/fields.module.css'
import { openTask, reminderOf } from '../../facts.ts'
import { RemindField } from './RemindField.tsx'

type Props = { id: string; onClose: () => void }

/** When to be reminded of the open step. */
export function RemindDialog({ id, onClose }: Props) {
  const target = useDialogTarget(id, onClose)
  return target ? <Remind target={target} onClose={onClose} /> : null
}

function Remind({ target, onClose }: { target: Target; onClose: () => void }) {
  const actions = useTargetActions()
  const was = reminderOf(target)?.at ?? ''
  const [at, setAt] = useState(was)
  const submit = () => {
    if (at === was || actions.remind(target.id, at === '' ? null : at)) onClose()
  }
  return (
    <Dialog
      title={`Reminder for ${shortNameOf(target)}`}
      size={560}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" disabled={at === was}>
            {at === '' && was !== '' ? 'No reminder' : 'Remind me'}
          </Button>
        </>
      }
    >
      <div className={s.fields}>
        <p className={s.lead}>{openTask(target)?.description}</p>
        <RemindField value={at} onChange={setAt} />
      </div>
    </Dialog>
  )
}
