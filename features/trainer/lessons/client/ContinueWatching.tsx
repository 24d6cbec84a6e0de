import { Button } from '@mantine/core'
import { Link } from '#core/client/router/Link.tsx'
import { formatPosition } from '#core/contract/playing.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { Poster } from '#core/ui/Poster.tsx'
import { ProgressRing } from '#core/ui/ProgressRing.tsx'
import type { ShownLesson } from '../shown.ts'
import { goesOnAt } from '../watched.ts'
import s from './Lessons.module.css'
import { press } from './pressed.ts'

/** Shows where the person stopped, and how many lessons are done. */
export function ContinueWatching({ lessons }: { lessons: readonly ShownLesson[] }) {
  const done = lessons.filter(({ watched }) => watched.done === 'yes').length
  const next = nextOf(lessons)
  const goesOn = next ? goesOnAt(next.watched.resume, next.watched.ranges, next.seconds) : 0
  const categories = [...new Set(lessons.map(({ category }) => category))]
  return (
    <section className={`row mb16 ${s.next}`} aria-label={next?.watched.at ? 'Continue watching' : 'Start here'}>
      {next && (
        <>
          <div className={`rigid relative clip rounded ${s.nextPoster}`}>
            <Poster place={categories.indexOf(next.category)} number={next.number} />
            {next.watched.percent > 0 && (
              <span className={`absolute ${s.seen}`}>
                <i style={{ width: `${next.watched.percent}%` }} />
              </span>
            )}
          </div>
          <div className={`shrink ${s.nextText}`}>
            <p className="cap">{next.watched.at ? 'Continue watching' : 'Next lesson'}</p>
            <h2 className="one">{next.title}</h2>
            <p className="dim">
              <span className="onlyWide">
                Lesson {next.number}, {next.focus}.{' '}
              </span>
              {next.watched.at
                ? `${goesOn === next.watched.resume ? 'Stopped at' : 'Not watched yet from'} ${formatPosition(goesOn)} of ${formatPosition(next.seconds)}`
                : `${formatPosition(next.seconds)} long`}
            </p>
          </div>
          <Button
            component={Link}
            to={`/lesson/${next.id}`}
            className={`rigid ${s.go}`}
            onClick={() => press(next.id)}
            leftSection={<Icon name="player-play-filled" size={16} stroke={2} />}
          >
            {next.watched.at ? 'Continue' : 'Start'}
          </Button>
        </>
      )}
      <div className={`row gap16 rigid push onlyWide ${s.sum}`}>
        <ProgressRing value={(100 * done) / lessons.length} size={64} thickness={5}>
          <b>{done}</b>
        </ProgressRing>
        <p className="medium dim">
          <span className="hide">{done} </span>of {lessons.length} lessons completed
        </p>
      </div>
    </section>
  )
}

/** Returns the unfinished lesson that was watched last, or else the first unfinished one. */
function nextOf(lessons: readonly ShownLesson[]): ShownLesson | undefined {
  const begun = lessons
    .filter(({ watched }) => watched.done === 'no' && watched.at !== null)
    .toSorted((a, b) => b.watched.at!.localeCompare(a.watched.at!))
  return begun[0] ?? lessons.find(({ watched }) => watched.done === 'no')
}
