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
  /** 'worksheet' or 'transcript'; anything else is the video. */
  tab: string
  /** Person whose worksheet a manager opens; '' for one's own. */
  personId: string
  /** Second to start at; '' for the last position. */
  at: string
  /** Key of the worksheet's question to open at; '' for none. */
  question: string
}

/** Shows one lesson with its video, worksheet, transcript, and progress. */
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
