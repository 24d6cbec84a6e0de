import { Button } from '@mantine/core'
import { useState } from 'react'
import { number } from '../../client/labels.ts'
import type { Import } from '../contract.ts'
import s from './Import.module.css'

type Props = { detail: Import; isOffline: boolean; isBusy: boolean; onUndo: () => Promise<unknown> }

/** Asks for confirmation in place, because undoing removes many Targets, people, or contacts in one step. */
export function UndoImport({ detail, isOffline, isBusy, onUndo }: Props) {
  const [isAsking, setAsking] = useState(false)
  if (!isAsking)
    return (
      <Button variant="default" disabled={isOffline} onClick={() => setAsking(true)}>
        Undo this import
      </Button>
    )
  return (
    <div className={`stack gap12 ${s.ask}`} role="alertdialog" aria-label="Undo this import?">
      <p className="medium bad">{questionOf(detail)}</p>
      <div className="flex wrap gap8">
        <Button color="red" autoFocus disabled={isOffline || isBusy} onClick={onUndo}>
          Remove
        </Button>
        <Button variant="default" disabled={isBusy} onClick={() => setAsking(false)}>
          Keep
        </Button>
      </div>
    </div>
  )
}

function questionOf({ kind, imported }: Import): string {
  if (kind === 'people') return 'Remove the imported people and groups? People who can sign in or own Targets are kept.'
  return kind === 'targets'
    ? `Remove the ${number(imported)} imported Targets? Any that someone has since worked on are kept.`
    : `Remove the ${number(imported)} imported contacts? Any that someone has since used are kept.`
}
