import { useLoadedCollections } from '#core/client/sync.tsx'
import { useZone } from '#core/client/useToday.ts'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { ArchivedWorksheet } from '../../worksheets/client/ArchivedWorksheet.tsx'
import { useOldSheet } from '../../worksheets/client/useOldSheet.ts'
import { MissingLesson } from './MissingLesson.tsx'
import { OpenLesson } from './OpenLesson.tsx'
import { useFirmLesson } from './useFirmLesson.ts'
import { useLessons } from './useLessons.ts'

type Props = {
  lessonId: string
  /** 'worksheet', 'transcript'; otherwise the video. */
  tab: string
  /** Whose worksheet, for managers; '' is the person's own. */
  personId: string
  /** The second to open at; '' where the person stopped. */
  at: string
  /** The key of the worksheet's question to open at; '' for none. */
  question: string
}

/** One lesson: its video, its worksheet, what is said in it, and how far the person is. */
export function LessonPage(props: Props) {
  return useLoadedCollections() ? <Lesson key={props.lessonId} {...props} /> : <LoadingPlaceholder />
}

function Lesson({ lessonId, ...rest }: Props) {
  const lessons = useLessons(useZone())
  const ofFirm = useFirmLesson(lessonId)
  const place = lessons.findIndex(({ id }) => id === lessonId)
  const lesson = lessons[place] ?? ofFirm
  const oldSheet = useOldSheet(lessonId, rest.personId)
  if (!lesson && oldSheet) return <ArchivedWorksheet worksheet={oldSheet} personId={rest.personId} />
  if (!lesson) return <MissingLesson id={lessonId} />
  return <OpenLesson lesson={lesson} place={place} lessons={lessons} {...rest} />
}
