import type { TabProps } from '#core/client/feature.ts'
import { CurriculumList } from './CurriculumList.tsx'
import { LessonPage } from './LessonPage.tsx'

/** Curriculum and its lessons for the operators who write them. */
export function Curriculum({ id, isOffline }: TabProps) {
  if (id) return <LessonPage key={id} id={id} isOffline={isOffline} />
  return <CurriculumList isOffline={isOffline} />
}
