import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import { useZone } from '#core/client/useToday.ts'
import { dayIn, dayInSentence, daysBetween, formatDue } from '#core/contract/dates.ts'
import { durationOf } from '#core/contract/playing.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { Poster } from '#core/ui/Poster.tsx'
import shelf from '#core/ui/shelf.module.css'
import t from '../../client/lessonCard.module.css'
import { truncateLessonText } from '../listing.ts'
import type { ShownLesson } from '../shown.ts'
import s from './Lessons.module.css'

type Props = { lesson: ShownLesson; place: number /** The search matched only its transcript. */; isSaid: boolean }

/** Shows one lesson: its duration, how much of it was played, and who assigned it. */
export function LessonCard({ lesson, place, isSaid }: Props) {
  const { id, number, title, description, seconds, watched, worksheet, isLatest } = lesson
  const [isWhole, setWhole] = useState(false)
  const { text, hasMore } = truncateLessonText(description)
  const isDone = watched.done === 'yes'
  return (
    <article className={`card stack relative clip ${shelf.card}`}>
      <div className={`relative ${shelf.poster} ${s.poster}`}>
        <Poster place={place} number={number} />
        <span className={`num semi absolute size12 ${t.duration}`}>{durationOf(seconds)}</span>
        {isDone && (
          <span
            className={`grid centered absolute round surface ${s.seal}`}
            role="img"
            aria-label="Completed"
            title="Completed"
          >
            <Icon name="circle-check-filled" size={24} stroke={2} />
          </span>
        )}
        {isLatest && <Bookmark isBeside={isDone} />}
        {!isDone && watched.percent > 0 && (
          <span className={`absolute ${s.seen}`}>
            <i style={{ width: `${watched.percent}%` }} />
          </span>
        )}
      </div>
      <div className={`stack grow ${s.body}`}>
        <h3 className="body pretty">
          <Link to={`/lesson/${id}`} className={`cover ${t.title}`}>
            {title}
          </Link>
        </h3>
        <p className={`dim mt2`}>
          {isWhole || !hasMore ? description : `${text}…`}{' '}
          {hasMore && (
            <UnstyledButton
              className={`relative nowrap medium link ${s.more}`}
              aria-expanded={isWhole}
              aria-label={`${isWhole ? 'show less' : 'show more'} of ${title}`}
              onClick={() => setWhole(!isWhole)}
            >
              {isWhole ? 'show less' : 'show more'}
            </UnstyledButton>
          )}
        </p>
        {isSaid && <p className="cap">Found in the transcript</p>}
        {lesson.assigned && !isDone && <Asked {...lesson.assigned} />}
        <p className={`cap row gap12 medium ${s.foot}`}>
          <span>Lesson {number}</span>
          {worksheet !== '' && (
            <span className="inline gap4">
              <Icon name="notes" size={14} stroke={1.75} />
              Worksheet
            </span>
          )}
          {!isDone && watched.percent > 0 && <span className={`strong accent push`}>{watched.percent}%</span>}
        </p>
      </div>
    </article>
  )
}

/** `isBeside` says that the completion seal is shown as well. */
const Bookmark = ({ isBeside }: { isBeside: boolean }) => (
  <span
    className={`grid centered absolute round surface ${s.seal}`}
    data-latest
    data-beside={isBeside || undefined}
    role="img"
    aria-label="Last watched"
    title="Last watched"
  >
    <Icon name="bookmark-filled" size={20} stroke={2} />
  </span>
)

function Asked({ by, due }: { by: string; due: string | null }) {
  const today = dayIn(useZone(), new Date())
  const isLate = due !== null && daysBetween(due, today) > 0
  return (
    <p className={`small mt4 medium ${isLate ? 'bad' : 'accent'}`}>
      Assigned by {by}
      {due !== null && (isLate ? `, ${formatDue(due, today)}` : `, due ${dayInSentence(due, today)}`)}
    </p>
  )
}
