import { useEffect, useState } from 'react'
import { call } from '#core/client/api.ts'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { usePlaying } from '#core/client/player/playing.ts'
import { SpokenNow } from '#core/client/player/SpokenNow.tsx'
import { Transcript } from '#core/client/player/Transcript.tsx'
import { Link } from '#core/client/router/Link.tsx'
import { useEngine } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { useWayBack, WayBack } from '#core/client/WayBack.tsx'
import { durationOf } from '#core/contract/playing.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { type TabLink, Tabs } from '#core/ui/Tabs.tsx'
import { AssignButton } from '../../assigning/client/AssignButton.tsx'
import { FileButton } from '../../client/FileButton.tsx'
import { useOldSheet } from '../../worksheets/client/useOldSheet.ts'
import { routes } from '../contract.ts'
import type { ShownLesson } from '../shown.ts'
import s from './Lesson.module.css'
import { LessonSide } from './LessonSide.tsx'
import { LessonVideo } from './LessonVideo.tsx'
import { useTranscript } from './useTranscript.ts'

const WorksheetTab = lazyComponent(
  () => import('../../worksheets/client/WorksheetTab.tsx').then((file) => file.WorksheetTab),
  <LoadingPlaceholder />,
)

type Props = {
  lesson: ShownLesson
  /** Index among the lessons; -1 for one of the firm's. */
  place: number
  lessons: readonly ShownLesson[]
  tab: string
  personId: string
  at: string
  question: string
}

/** Keeps the video mounted across tabs. Next to the worksheet and the transcript it is small and keeps playing. */
export function OpenLesson({ lesson, place, lessons, tab, personId, at, question }: Props) {
  const { id, title, worksheet } = lesson
  useTitle(title)
  const playing = usePlaying()
  const from = useWayBack()
  const isOfFirm = place < 0
  const oldSheet = useOldSheet(id, personId)
  const { cues, text } = useTranscript(id, isOfFirm)
  const me = useEngine().actor.id
  const isOfOther = personId !== '' && personId !== me
  // Uses the state before it was opened, because a line that appears when the video starts would shift the page.
  const [isLatest] = useState(lesson.isLatest)
  const next = place >= 0 ? lessons[place + 1] : undefined
  useEffect(() => {
    if (/^\d{1,5}$/.test(at)) playing.seekTo(Number(at), { isStill: true })
  }, [at, playing])

  const tabs: readonly TabLink[] = [
    { name: 'video', label: 'Lessons', to: `/lesson/${id}`, search: { ...(from !== null && { from }) } },
    ...(worksheet === '' && !oldSheet ? [] : [tabOf(id, 'worksheet', 'Worksheet', from)]),
    ...(text !== null ? [tabOf(id, 'transcript', 'Transcript', from)] : []),
  ]
  const paper = !isOfFirm && (
    <FileButton isShort ask={() => call(routes.transcript, { params: { id } })}>
      Download transcript
    </FileButton>
  )
  const here = tabs.find(({ name }) => name === tab)?.name ?? 'video'
  return (
    <>
      <Crumb place={place} lessons={lessons} from={from} />
      <header className={s.head}>
        <h1>{title}</h1>
        <p className="row wrap mt4 dim">
          {isLatest && (
            <span className="small inline gap6 rigid brand">
              <Icon name="bookmark-filled" size={16} stroke={2} />
              Last watched
            </span>
          )}
          {place >= 0 && `Lesson ${lesson.number}, `}
          {lesson.focus}, {durationOf(lesson.seconds)}
        </p>
        <AssignButton subject={{ id, title }} isCompact />
      </header>
      <div className={`grid ${s.cols}`} data-tab={here}>
        <div className={`shrink ruledBelow ${s.tabs}`}>
          <Tabs label="Lesson" tabs={tabs} here={here} />
        </div>
        <div className={s.rail}>
          <div className={`grid gap12 shrink ${s.player}`}>
            <LessonVideo lesson={lesson} playing={playing} cues={cues} isSmall={here !== 'video'} />
          </div>
          {/* Next to a colleague's answers, the person's own progress would be mistaken for theirs. */}
          {!(here === 'worksheet' && isOfOther) && (
            <aside className={`shrink ${s.side}`} aria-label="About this lesson">
              <LessonSide
                lesson={lesson}
                playing={playing}
                next={next}
                nextPlace={next ? placeOf(next, lessons) : 0}
                isShort={here === 'worksheet'}
              />
            </aside>
          )}
        </div>
        <div className={`shrink ${s.main}`}>
          {here === 'video' && <p className="mb8">{lesson.description}</p>}
          {here === 'video' && text !== null && cues.length > 0 && <SpokenNow cues={cues} playing={playing} />}
          {here === 'transcript' && cues.length > 0 && <Transcript cues={cues} playing={playing} aside={paper} />}
          {here === 'transcript' && cues.length === 0 && (
            <>
              {paper}
              <p className={`lead ${s.words}`}>{text}</p>
            </>
          )}
          {here === 'worksheet' && (
            <WorksheetTab lessonId={id} personId={personId === '' ? null : personId} question={question} />
          )}
        </div>
      </div>
    </>
  )
}

/** Returns the index of its category among all. */
const placeOf = ({ category }: ShownLesson, lessons: readonly ShownLesson[]) =>
  [...new Set(lessons.map((one) => one.category))].indexOf(category)

const tabOf = (id: string, name: string, label: string, from: string | null): TabLink => ({
  name,
  label,
  to: `/lesson/${id}`,
  search: { tab: name, ...(from !== null && { from }) },
})

/** Shows the way back and the next lesson. `from` is the page that led here. */
function Crumb({ place, lessons, from }: Pick<Props, 'place' | 'lessons'> & { from: string | null }) {
  const [before, next] = place >= 0 ? [lessons[place - 1], lessons[place + 1]] : []
  return (
    <nav className={`row between gap16 ${s.crumb}`} aria-label="Lessons">
      {from === null ? (
        <Link to={place >= 0 ? '/trainers/lessons' : '/trainers/firmcontent'} className={`inline gap8 link ${s.back}`}>
          <Icon name="arrow-left" stroke={1.75} />
          {place >= 0 ? 'Lessons' : 'Firm Content'}
        </Link>
      ) : (
        <WayBack to={from} className={`inline gap8 link ${s.back}`} />
      )}
      {place >= 0 && (
        <span className="inline gap12 shrink">
          <span className="cap">
            {place + 1} of {lessons.length}
          </span>
          {before && (
            <Link to={`/lesson/${before.id}`} className="inline gap8 link" aria-label={`Previous: ${before.title}`}>
              <Icon name="chevron-left" stroke={1.75} />
            </Link>
          )}
          {next && (
            <Link to={`/lesson/${next.id}`} className="inline gap8 link" aria-label={`Next: ${next.title}`}>
              <span className="onlyWide">
                Next: <b>{next.title}</b>
              </span>
              <Icon name="chevron-right" stroke={1.75} />
            </Link>
          )}
        </span>
      )}
    </nav>
  )
}
