import { Button } from '@mantine/core'
import { useState } from 'react'
import { IntoStep, useCanMakeSteps } from '#core/client/IntoStep.tsx'
import { type Playing, useSecond } from '#core/client/player/playing.ts'
import { Link } from '#core/client/router/Link.tsx'
import { durationOf, formatPosition, unplayed } from '#core/contract/playing.ts'
import { Poster } from '#core/ui/Poster.tsx'
import { ProgressRing } from '#core/ui/ProgressRing.tsx'
import type { ShownLesson } from '../shown.ts'
import s from './Lesson.module.css'

type Props = {
  lesson: ShownLesson
  playing: Playing
  next: ShownLesson | undefined
  /** Index of the next lesson's category among all. */
  nextPlace: number
  /** Shows only the progress. */
  isShort: boolean
}

/** Shows the progress and what is missing, actions, and the next lesson. */
export function LessonSide({ lesson, playing, next, nextPlace, isShort }: Props) {
  return (
    <div className={`card stack ${s.panel}`}>
      <Progress lesson={lesson} playing={playing} />
      {!isShort && <Homework lesson={lesson} playing={playing} />}
      {!isShort && next && (
        <section>
          <h2 className={`cap mb8 medium ${s.heading}`}>Next lesson</h2>
          <Link to={`/lesson/${next.id}`} className={`row gap12 inherit rounded hoverFill ${s.next}`}>
            <span className={`rigid clip ${s.nextPoster}`}>
              <Poster place={nextPlace} number={next.number} />
            </span>
            <span>
              <b className="block strong">{next.title}</b>
              <span className="cap">
                Lesson {next.number}, {durationOf(next.seconds)}
              </span>
            </span>
          </Link>
        </section>
      )}
    </div>
  )
}

function Progress({ lesson, playing }: Pick<Props, 'lesson' | 'playing'>) {
  const { watched, seconds } = lesson
  const second = useSecond(playing)
  const isDone = watched.done === 'yes'
  const missing = unplayed(watched.ranges, seconds)
  const [first] = missing
  const last = watched.ranges.at(-1)?.[1] ?? 0
  const skipped = missing.filter(([, to]) => to <= last)
  return (
    <section>
      <h2 className={`cap mb8 medium ${s.heading}`}>Your progress</h2>
      <div className={`row ${s.why}`}>
        <ProgressRing value={watched.percent} size={56} thickness={5}>
          <b className="lead bold">{watched.percent}</b>
        </ProgressRing>
        <div>
          <p className="strong">{isDone ? 'Completed' : 'Not done yet'}</p>
          <p className="dim">
            {formatPosition(watched.seconds)} of {formatPosition(seconds)} watched.
            {!isDone && ' A lesson is complete once you’ve watched 95% of it.'}
          </p>
        </div>
      </div>
      <div className={`relative sunken ${s.ranges}`} aria-hidden>
        {watched.ranges.map(([from, to]) => (
          <i key={from} style={{ left: `${(100 * from) / seconds}%`, width: `${(100 * (to - from)) / seconds}%` }} />
        ))}
        <b style={{ left: `${Math.min(100, (100 * second) / Math.max(1, seconds))}%` }} />
      </div>
      {!isDone && watched.seconds > 0 && (
        <p className="cap">
          {skipped.length > 0 &&
            `Skipped: ${skipped.map(([from, to]) => `${formatPosition(from)} to ${formatPosition(to)}`).join(', ')}. `}
          {last < seconds && `Remaining: ${formatPosition(last)} to the end.`}
        </p>
      )}
      {!isDone && watched.seconds > 0 && first && (
        <Button variant="default" fullWidth mt={12} onClick={() => playing.seekTo(first[0])}>
          Play missed parts
        </Button>
      )}
    </section>
  )
}

/** Adds the lesson's homework, as is or edited, to a target. The step leads back to this second. */
function Homework({ lesson, playing }: Pick<Props, 'lesson' | 'playing'>) {
  const canMake = useCanMakeSteps()
  const [second, setSecond] = useState<number | null>(null)
  const { id, title, homework } = lesson
  if (homework === '' && !canMake) return null
  return (
    <section>
      <h2 className={`cap mb8 medium ${s.heading}`}>{homework === '' ? 'A step from this lesson' : 'Homework'}</h2>
      {homework !== '' && <p>{homework}</p>}
      {canMake && second === null && (
        <Button variant="default" fullWidth mt={12} onClick={() => setSecond(Math.floor(playing.second()))}>
          Make this my next step
        </Button>
      )}
      {canMake && second !== null && (
        <div className="mt12">
          <IntoStep
            texts={[{ label: homework === '' ? title : 'Homework', text: homework || title }]}
            source={{ label: title, path: `/lesson/${id}?at=${second}` }}
            onDone={() => setSecond(null)}
          />
        </div>
      )}
    </section>
  )
}
