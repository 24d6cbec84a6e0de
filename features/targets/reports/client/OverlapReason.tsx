import { Button } from '@mantine/core'
import { useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { toast } from '#core/client/toasts.ts'
import { routes } from '../../overlaps/contract.ts'
import { type OverlapRow, overlapPeople } from '../overlapsContract.ts'
import s from './OverlapsScreen.module.css'

const MergeOverlapDialog = lazyComponent(() =>
  import('../../overlaps/client/MergeOverlapDialog.tsx').then((file) => file.MergeOverlapDialog),
)

/** Explains an overlap. Managers of all its people can ask them to work together and cancel that request. */
export function OverlapReason({ row, onChanged }: { row: OverlapRow; onChanged: () => void }) {
  const { target, members, reason, can_bring_together, can_undo_request } = row
  const [isAsking, setAsking] = useState(false)
  const people = overlapPeople({ members }).map((targets) => targets[0]!.name)
  const names = new Intl.ListFormat('en-US').format(people)
  const targetIds = members.map(({ target_id }) => target_id)
  const cancel = async () => {
    try {
      await call(routes.undoBringTogether, { body: { target_ids: targetIds } })
      toast({ message: `Request to ${names} canceled.`, color: 'green' })
    } catch (thrown) {
      toast({ message: problemOf(thrown), color: 'red' })
    }
    onChanged()
  }
  return (
    <span className={`row wrap between ${s.reason}`}>
      {reason}
      {can_undo_request ? (
        <Button size="compact-sm" variant="default" aria-label={`Cancel request: ${names}`} onClick={cancel}>
          Cancel request
        </Button>
      ) : (
        can_bring_together && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Bring them together: ${names}`}
            onClick={() => setAsking(true)}
          >
            Bring them together
          </Button>
        )
      )}
      {isAsking && (
        <MergeOverlapDialog
          {...{ target, people, targetIds }}
          onClose={() => setAsking(false)}
          onAsked={() => {
            toast({ message: `You asked ${names} to work together.`, color: 'green', undo: cancel })
            onChanged()
          }}
        />
      )}
    </span>
  )
}
