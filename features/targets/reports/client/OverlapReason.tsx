import { Button } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { AskDialog } from '#core/ui/form/AskDialog.tsx'
import { routes } from '../../overlaps/contract.ts'
import { type OverlapRow, peopleOf } from '../overlapsContract.ts'
import s from './OverlapsScreen.module.css'

/** Why it is so; who manages all of them may ask them to work together. */
export function OverlapReason({ row: { target, members, reason, can_bring_together } }: { row: OverlapRow }) {
  const [state, setState] = useState<'idle' | 'asking' | 'asked'>('idle')
  const names = new Intl.ListFormat('en-US').format(peopleOf({ members }).map((targets) => targets[0]!.name))
  const ask = async () => {
    await call(routes.bringTogether, { body: { target_ids: members.map(({ target_id }) => target_id) } })
    setState('asked')
    return `You asked ${names} to work together.`
  }
  return (
    <span className={s.reason}>
      {state === 'asked' ? 'You asked them to work together.' : reason}
      {can_bring_together && state !== 'asked' && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Bring them together: ${names}`}
          onClick={() => setState('asking')}
        >
          Bring them together
        </Button>
      )}
      {state === 'asking' && (
        <AskDialog
          title="Ask them to work together"
          verb="Ask them"
          onClose={() => setState((now) => (now === 'asking' ? 'idle' : now))}
          onConfirm={ask}
        >
          {names} each get a notice in your name that asks them to work together on {target}. You can't undo this.
        </AskDialog>
      )}
    </span>
  )
}
