import { useToday } from '#core/client/useToday.ts'
import { shortNameOf } from '../../client/labels.ts'
import { useDialogTarget } from '../../client/useDialogTarget.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import { DayDialog } from './DayDialog.tsx'

type Props = { id: string; onClose: () => void }

export function ChooseDateDialog({ id, onClose }: Props) {
  const target = useDialogTarget(id, onClose)
  return target ? <ChooseDate target={target} onClose={onClose} /> : null
}

function ChooseDate({ target, onClose }: { target: Target; onClose: () => void }) {
  const today = useToday()
  const actions = useTargetActions()
  const snooze = (day: string) => {
    if (day === target.due || actions.snooze(target.id, day)) onClose()
  }
  const given = target.due && target.due >= today ? target.due : ''
  return (
    <DayDialog
      draft={`snooze:${target.id}`}
      title={`Snooze ${shortNameOf(target)}`}
      given={given}
      today={today}
      onDay={snooze}
      onClose={onClose}
    />
  )
}
