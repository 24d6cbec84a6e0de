import { Link } from '#core/client/router/Link.tsx'
import { useZone } from '#core/client/useToday.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { Pill } from '#core/ui/Pill.tsx'
import { Poster } from '#core/ui/Poster.tsx'
import t from '../../client/lessonCard.module.css'
import { filledCells } from '../cells.ts'
import { type AnswersRow, PER_CATEGORY, type WorksheetRow } from '../contract.ts'
import { formatSavedAt } from './SheetState.tsx'
import { useListedWorksheets } from './useListedWorksheets.ts'
import s from './WorksheetList.module.css'

/** Lists all worksheets in the order of their lessons, with the person's progress. */
export function WorksheetList() {
  const zone = useZone()
  const { all, answers } = useListedWorksheets()
  if (all.length === 0)
    return <EmptyState title="No worksheets yet">Worksheets come with lessons. None are available yet.</EmptyState>
  return (
    <>
      <ul>
        {all.map((worksheet) => (
          <Line key={worksheet.id} worksheet={worksheet} answers={answers.get(worksheet.id)} zone={zone} />
        ))}
      </ul>
      <p className="mt20">
        <Link to="/trainers/resources" className="anchor">
          All worksheets and transcripts to download
        </Link>
      </p>
    </>
  )
}

type Props = { worksheet: WorksheetRow; answers: AnswersRow | undefined; zone: string }

function Line({ worksheet, answers, zone }: Props) {
  const filled = filledCells(worksheet, answers)
  const comments = answers?.comments.length ?? 0
  return (
    <li className={`row relative ruledBelow ${s.line}`}>
      <span className={`rigid clip rounded ${s.poster}`}>
        <Poster place={Math.floor(worksheet.position / PER_CATEGORY)} number={worksheet.number} />
      </span>
      <div className={`grow ${s.text}`}>
        <h2 className={`lead ${s.title}`}>
          <Link className={`cover ${t.title}`} to={`/lesson/${worksheet.lesson_id}`} search={{ tab: 'worksheet' }}>
            {worksheet.title}
          </Link>
        </h2>
        <p className="cap">
          Lesson {worksheet.number}. {filled.answered} of {filled.of} cells
          {filled.last !== null && `, last saved ${formatSavedAt(filled.last, zone)}`}
        </p>
      </div>
      <div className={`flex gap8 rigid ${s.chips}`}>
        {answers?.returned && <Pill tone="soon">Returned</Pill>}
        {comments > 0 && (
          <Pill tone="accent">
            {comments} {comments === 1 ? 'comment' : 'comments'}
          </Pill>
        )}
        {filled.state === 'complete' && (
          <Pill tone="good" icon={'check'}>
            Complete
          </Pill>
        )}
        {filled.state === 'started' && (
          <Pill tone="brand" icon={'notes'}>
            Started
          </Pill>
        )}
        {worksheet.archived && <Pill icon={'notes-off'}>Archived</Pill>}
      </div>
    </li>
  )
}
