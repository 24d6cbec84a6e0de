import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { Link } from '#core/client/router/Link.tsx'
import { formatDay } from '#core/contract/dates.ts'
import { EmptyState } from '#core/ui/EmptyState.tsx'
import { FileButton } from '../../client/FileButton.tsx'
import { routes as lessonRoutes } from '../../lessons/contract.ts'
import { routes as worksheetRoutes } from '../../worksheets/contract.ts'
import type { LessonResource } from '../contract.ts'
import { resourcesQuery } from '../queries.ts'
import s from './ResourceList.module.css'

/** Lists all worksheets and transcripts that can be downloaded as PDF. */
export function ResourceList() {
  const asked = useQuery(resourcesQuery, undefined)
  const resources = asked.value?.resources
  return (
    <>
      <AnswerState isAwaited of={asked} />
      {resources?.length === 0 && (
        <EmptyState title="Nothing to download yet">Worksheets and transcripts come with lessons.</EmptyState>
      )}
      <ul className="mt16">
        {resources?.map((one) => (
          <li key={`${one.kind}:${one.id}`} className={`row gap16 ${s.line}`}>
            <div className={`grow ${s.text}`}>
              <Link to={`/lesson/${one.lesson_id}`} search={{ tab: one.kind }}>
                {one.name}
              </Link>
              <p className="cap">Updated {formatDay(one.date.slice(0, 10))}</p>
            </div>
            <FileButton of={one.name} ask={() => fileOf(one)}>
              Download
            </FileButton>
          </li>
        ))}
      </ul>
    </>
  )
}

const fileOf = ({ kind, id }: LessonResource) =>
  call(kind === 'worksheet' ? worksheetRoutes.download : lessonRoutes.transcript, { params: { id } })
