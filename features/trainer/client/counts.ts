// Counts for the Trainer's tabs.
import { useRows } from '#core/client/sync.tsx'
import { firmLessons, lessons } from '../lessons/contract.ts'
import { useListedWorksheets } from '../worksheets/client/useListedWorksheets.ts'

export const useLessonCount = (): number => useRows(lessons).length
export const useWorksheetCount = (): number => useListedWorksheets().all.length
export const useFirmLessonCount = (): number => useRows(firmLessons).length
