import { useRow } from '#core/client/sync.tsx'
import { useZone } from '#core/client/useToday.ts'
import { firmLessons, lessonProgress } from '../contract.ts'
import type { ShownLesson } from '../shown.ts'
import { watchedOf } from '../watched.ts'

/** A lesson of the firm's own content, as one of the curriculum is shown. */
export function useFirmLesson(id: string): ShownLesson | undefined {
  const zone = useZone()
  const row = useRow(firmLessons, id)
  const progress = useRow(lessonProgress, id)
  if (!row) return undefined
  return {
    ...row,
    number: 0,
    homework: '',
    handle: '',
    category: '',
    focus: 'Firm Content',
    focus_description: '',
    category_position: 0,
    position: 0,
    worksheet: '',
    watched: watchedOf(progress, row.seconds, zone),
    isLatest: false,
    assigned: null,
    transcript: '',
  }
}
