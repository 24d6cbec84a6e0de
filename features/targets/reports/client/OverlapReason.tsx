import { Button } from '@mantine/core'
import { useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { toast } from '#core/client/toasts.ts'
import { routes } from '../../overlaps/contract.ts'
import type { OverlapRow } from '../overlapsContract.ts'
import s from './OverlapsScreen.module.css'

/** Why it is so; who manages all of them may ask them to work together. */
export function OverlapReason({ row: { members, reason, can_bring_together } }: { row: OverlapRow }) {
  const [state, setState] = useState<'idle' | 'asking' | 'asked'>('idle')
  const names = new Intl.ListFormat('en-US').format(new Set(members.map(({ name }) => name)))
  const ask = async () => {
    setState('asking')
    try {
      await call(routes.bringTogether, { body: { target_ids: members.map(({ target_id }) => target_id) } })
      setState('asked')
      toast({ message: `You asked ${names} to work together.` })
    } catch (thrown) {
      setState('idle')
      toast({ message: problemOf(thrown), color: 'red' })
    }
  }
  return (
    <span className={s.reason}>
      {state === 'asked' ? 'You asked them to work together.' : reason}
      {can_bring_together && state !== 'asked' && (
        <Button
          size="compact-sm"
          variant="default"
          loading={state === 'asking'}
          aria-label={`Bring them together: ${names}`}
          onClick={() => void ask()}
        >
          Bring them together
        </Button>
      )}
    </span>
  )
}
