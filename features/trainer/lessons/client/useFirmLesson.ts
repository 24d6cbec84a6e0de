import { useRow } from '#core/client/sync.tsx'
import { useZone } from '#core/client/useToday.ts'
import { firmLessons, lessonProgress } from '../contract.ts'
import type { ShownLesson } from '../shown.ts'
import { watchedOf } from '../watched.ts'

/** Returns one of the firm's own lessons in the form of a curriculum lesson. */
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
