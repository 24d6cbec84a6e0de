import { Button } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#core/ui/Dialog.tsx'
import type { DuplicatePair } from '../duplicates.ts'
import { contactNameOf } from '../namesContract.ts'
import s from './Contact.module.css'
import { MergeDialog } from './MergeDialog.tsx'
import { reasonOf } from './reasonOf.ts'

type Props = { pairs: readonly DuplicatePair[]; onClose: () => void }

/** Lists pairs of contacts that can be the same person, the surest first. A comparison takes its place. */
export function DuplicatesDialog({ pairs, onClose }: Props) {
  const [compared, compare] = useState<DuplicatePair | null>(null)
  if (compared) return <MergeDialog {...compared} onClose={() => compare(null)} />
  return (
    <Dialog title="Possible duplicates" onClose={onClose} size={600}>
      {pairs.length === 0 && <p>There are no more duplicates.</p>}
      <ul className={s.pairs}>
        {pairs.map((pair) => (
          <li key={`${pair.a.id} ${pair.b.id}`} className="row between gap16">
            <span className="stack shrink">
              <b className="break semi">
                {contactNameOf(pair.a)} and {contactNameOf(pair.b)}
              </b>
              <span className="cap break">{reasonOf(pair)}</span>
            </span>
            <Button variant="default" className="rigid" onClick={() => compare(pair)}>
              Compare
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
