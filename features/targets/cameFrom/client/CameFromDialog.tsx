import { Button } from '@mantine/core'
import { showDone } from '#core/client/act.ts'
import { useEngine } from '#core/client/sync.tsx'
import { useToday } from '#core/client/useToday.ts'
import { type CameFrom, nameOfSource } from '#core/contract/referrals.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { acting } from '../../client/acting.ts'
import { shortNameOf } from '../../client/labels.ts'
import { useDialogTarget } from '../../client/useDialogTarget.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import { editTarget } from '../../forms/actions.ts'
import { EditInput } from '../../forms/contract.ts'
import { whyNotFrom } from '../refuseSelf.ts'
import { SourceField } from './SourceField.tsx'
import { thankOn } from './thankOn.ts'

type Props = { id: string; onClose: () => void }

/** Asks who a won target came from, once. */
export function CameFromDialog({ id, onClose }: Props) {
  const target = useDialogTarget(id, onClose)
  return target ? <Asked target={target} onClose={onClose} /> : null
}

function Asked({ target, onClose }: { target: Target; onClose: () => void }) {
  const engine = useEngine()
  const actions = useTargetActions()
  const today = useToday()
  const name = shortNameOf(target)
  const form = useForm<{ came_from: CameFrom | string }>({
    draft: `came_from:${target.id}`,
    initial: { came_from: '' },
    check: ({ came_from }) => ({ came_from: problemOf(target, came_from) }),
    act({ came_from: from }) {
      if (typeof from === 'string') return false
      const { act, takeBack } = acting(engine)
      const set = (came_from: CameFrom | null) =>
        act(editTarget, { id: target.id, came_from, base: { came_from: null } })
      const acted = set(from)
      if (acted)
        showDone(acted, {
          message: `${name} came from ${nameOfSource(from)}.`,
          undo: () => takeBack(acted.key, () => set(null)),
          ...('source' in from || 'user_id' in from ? {} : { act: thankOn({ engine, actions }, from, name, today) }),
        })
      return acted
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={`Who did ${name} come from?`}
      form={form}
      onClose={onClose}
      verb="Save"
      size={480}
      beside={
        <Button variant="default" onClick={onClose}>
          Skip
        </Button>
      }
    >
      <SourceField field={form.field('came_from')} isOptional={false} hasCursor />
    </FormDialog>
  )
}

function problemOf(target: Target, from: CameFrom | string): string | undefined {
  if (from === '') return 'Choose a contact, a colleague, or an entry of the list.'
  const read = EditInput.safeParse({ came_from: from })
  if (!read.success) return read.error.issues[0]?.message
  return whyNotFrom({ ...target, came_from: read.data.came_from }) ?? undefined
}
