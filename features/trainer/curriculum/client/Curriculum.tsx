import type { TabProps } from '#core/client/feature.ts'
import { CurriculumList } from './CurriculumList.tsx'
import { LessonPage } from './LessonPage.tsx'

/** The curriculum as operators write it, and each of its lessons. */
export function Curriculum({ id, isOffline }: TabProps) {
  if (id) return <LessonPage key={id} id={id} isOffline={isOffline} />
  return <CurriculumList isOffline={isOffline} />
}
