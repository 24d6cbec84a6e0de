import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call, problemOf } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { toast } from '#core/client/toasts.ts'
import { useZone } from '#core/client/useToday.ts'
import { filledCells, valuesIn } from '../cells.ts'
import { type AnswersRow, routes, type Worksheet, type WorksheetRow } from '../contract.ts'
import { worksheetsOfPerson } from '../queries.ts'
import { Comments } from './Comments.tsx'
import { EarlierAnswers } from './EarlierAnswers.tsx'
import s from './Sheet.module.css'
import { SheetFoot } from './SheetFoot.tsx'
import { SheetGrid } from './SheetGrid.tsx'
import { SheetState } from './SheetState.tsx'
import type { SheetFilling } from './useFilling.ts'
import t from './WorksheetTab.module.css'
import { useAnswering } from './WorksheetUserPicker.tsx'

type Props = { worksheet: WorksheetRow; personId: string; above: ReactNode; whose: ReactNode }

/** Shows a managed person's answers, to read, comment on, and return. The device doesn't store them. */
export function MemberWorksheet({ worksheet, personId, above, whose }: Props) {
  const zone = useZone()
  const answer = useQuery(worksheetsOfPerson, personId)
  useFollowing(answer.refresh)
  const theirs = answer.value?.worksheets.find(({ id }) => id === worksheet.id)
  const [asked, setAsked] = useState<string | null>(null)
  const [isLookingBack, setLookingBack] = useState(false)
  const answers = useMemo(() => theirs && answersIn(theirs), [theirs])
  const filled = filledCells(worksheet, answers)
  const person = useAnswering(personId)
  const say = async (text: string, name: string, isReturn: boolean) => {
    try {
      const body = { user_id: personId, text, name: name as '', return: isReturn }
      await call(routes.comment, { params: { id: worksheet.id }, body })
      await answer.refresh()
      return true
    } catch (problem) {
      toast({ message: problemOf(problem), color: 'red' })
      return false
    }
  }
  return (
    <div className={`grid ${t.cols}`}>
      <div className={`shrink ${s.printed}`}>
        <p className={`mb8 ${s.title}`}>
          <b>{worksheet.title}</b>
        </p>
        <div className={`flex top between gap24 mb16 ${s.top}`}>
          <p className={`pretty dim ${s.instructions}`}>{worksheet.instructions}</p>
          <SheetState state="loaded" last={filled.last} zone={zone} />
        </div>
        <AnswerState isAwaited of={answer} />
        {answers && (
          <>
            <SheetGrid
              sheet={worksheet}
              filling={shownOnly(worksheet.version, answers)}
              comments={answers.comments}
              onComments={setAsked}
              isClosed
            />
            <SheetFoot worksheet={worksheet} filled={filled} userid={personId} onEarlier={() => setLookingBack(true)} />
          </>
        )}
      </div>
      <aside className="shrink stack gap16" aria-label="Beside the worksheet">
        {above}
        <div className={`card stack ${t.panel}`}>
          {whose}
          {answers && (
            <Comments
              sheet={worksheet}
              comments={answers.comments}
              asked={asked}
              empty="No comments on these answers yet."
              say={person?.is_managed ? { verb: 'Comment', send: say, canReturn: true } : undefined}
            />
          )}
        </div>
      </aside>
      {isLookingBack && (
        <EarlierAnswers worksheet={worksheet} userid={personId} onClose={() => setLookingBack(false)} />
      )}
    </div>
  )
}

/**
 * Milliseconds between reloads of a colleague's answers while they are open. They aren't synced to this device, so no
 * feed change announces them.
 */
const AGAIN_MS = 4000

function useFollowing(refresh: () => Promise<void>) {
  const latest = useRef(refresh)
  latest.current = refresh
  useEffect(() => {
    const timer = setInterval(() => document.visibilityState === 'visible' && void latest.current(), AGAIN_MS)
    return () => clearInterval(timer)
  }, [])
}

const answersIn = ({ id, answers, comments, returned }: Worksheet): AnswersRow => ({
  id,
  cells: answers,
  comments,
  returned,
})

const nothing = () => undefined

/** Builds read-only cells. */
function shownOnly(version: number, answers: AnswersRow | undefined): SheetFilling {
  const values = valuesIn(answers, version)
  return {
    valueOf: (name) => values.get(name)?.value ?? '',
    stateOf: () => 'loaded',
    problemOf: nothing,
    elsewhereOf: nothing,
    state: 'loaded',
    type: nothing,
    leave: nothing,
    takeBack: nothing,
    tryAgain: nothing,
    fill: nothing,
  }
}
