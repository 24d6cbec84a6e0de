import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { dispatchOn } from '#core/client/act.ts'
import { useEngine, useRow } from '#core/client/sync.tsx'
import { useZone } from '#core/client/useToday.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { commentSheet } from '../actions.ts'
import { beginningOf, copiesFor, filledCells } from '../cells.ts'
import { type WorksheetRow, worksheetAnswers } from '../contract.ts'
import { Comments } from './Comments.tsx'
import { EarlierAnswers } from './EarlierAnswers.tsx'
import { FromAnswers } from './FromAnswers.tsx'
import s from './Sheet.module.css'
import { SheetFoot } from './SheetFoot.tsx'
import { SheetGrid } from './SheetGrid.tsx'
import { SheetState } from './SheetState.tsx'
import { useFilling } from './useFilling.ts'
import t from './WorksheetTab.module.css'

type Props = {
  worksheet: WorksheetRow /** Key of the question to start at; '' for none. */
  question: string
  above: ReactNode
  whose: ReactNode
}

/** Shows the person's own answers, to edit, discuss, and turn into steps. */
export function MySheet({ worksheet, question, above, whose }: Props) {
  const engine = useEngine()
  const zone = useZone()
  const answers = useRow(worksheetAnswers, worksheet.id)
  const filling = useFilling(worksheet.id, worksheet.version, answers)
  const [asked, setAsked] = useState<string | null>(null)
  useBeginning(beginningOf(worksheet, answers, question))
  const [isLookingBack, setLookingBack] = useState(false)
  const filled = filledCells(worksheet, answers)
  const comments = answers?.comments ?? []
  const isClosed = worksheet.archived
  const say = (text: string, name: string) =>
    dispatchOn(engine, commentSheet, {
      id: worksheet.id,
      version: worksheet.version,
      user_id: engine.actor.id,
      text,
      name,
      return: false,
    }) !== null
  return (
    <div className={`grid ${t.cols}`}>
      <div className={`shrink ${s.printed}`}>
        <p className={`mb8 ${s.title}`}>
          <b>{worksheet.title}</b>
        </p>
        <div className={`flex top between gap24 mb16 ${s.top}`}>
          <p className={`pretty dim ${s.instructions}`}>{worksheet.instructions}</p>
          <SheetState state={filling.state} last={filled.last} zone={zone} />
        </div>
        <Banners
          worksheet={worksheet}
          returnedBy={answers?.returned ? comments.findLast(({ is_return }) => is_return) : undefined}
          copies={isClosed ? [] : copiesFor(worksheet, answers)}
          onCopy={filling.fill}
        />
        <SheetGrid sheet={worksheet} filling={filling} comments={comments} onComments={setAsked} isClosed={isClosed} />
        <SheetFoot worksheet={worksheet} filled={filled} onEarlier={() => setLookingBack(true)} />
      </div>
      <aside className="shrink stack gap16" aria-label="Beside the worksheet">
        {above}
        <div className={`card stack ${t.panel}`}>
          {whose}
          <Comments
            sheet={worksheet}
            comments={comments}
            asked={asked}
            empty="No comments on your answers yet."
            say={comments.length > 0 ? { verb: 'Reply', send: async (text, name) => say(text, name) } : undefined}
          />
          <FromAnswers worksheet={worksheet} answers={answers} />
        </div>
      </aside>
      {isLookingBack && (
        <EarlierAnswers
          worksheet={worksheet}
          onUse={isClosed ? undefined : (name, value) => filling.fill([{ name, value }])}
          onClose={() => setLookingBack(false)}
        />
      )}
    </div>
  )
}

/** Focuses this cell once. */
function useBeginning(name: string | undefined) {
  const first = useRef(name)
  useEffect(() => {
    if (first.current === undefined) return
    const cell = document.getElementById(`cell-${first.current}`)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'center' })
  }, [])
}

type BannerProps = {
  worksheet: WorksheetRow
  returnedBy: { by: { first_name: string; last_name: string }; text: string } | undefined
  copies: { name: string; value: string }[]
  onCopy: (cells: { name: string; value: string }[]) => void
}

function Banners({ worksheet, returnedBy, copies, onCopy }: BannerProps) {
  return (
    <>
      {worksheet.archived && (
        <div className={`row wrap mb16 rounded ${s.band}`}>
          <p>This worksheet is archived. Your answers are read-only.</p>
        </div>
      )}
      {returnedBy && (
        <div className={`row wrap mb16 rounded ${s.band}`} data-returned>
          <p>
            {fullNameOf(returnedBy.by)} returned your answers: {returnedBy.text}
          </p>
        </div>
      )}
      {copies.length > 0 && (
        <div className={`row wrap mb16 rounded ${s.band}`}>
          <p>
            This worksheet has changed since you filled it in. {copies.length} of your earlier{' '}
            {copies.length === 1 ? 'answers still fits' : 'answers still fit'}.
          </p>
          <Button variant="default" onClick={() => onCopy(copies)}>
            Copy earlier answers
          </Button>
        </div>
      )}
    </>
  )
}
