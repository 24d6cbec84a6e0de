import type { ReactNode } from 'react'
import { useEngine, useRows } from '#core/client/sync.tsx'
import { worksheets } from '../contract.ts'
import { MemberWorksheet } from './MemberWorksheet.tsx'
import { MySheet } from './MySheet.tsx'
import { WorksheetUserPicker } from './WorksheetUserPicker.tsx'

type Props = {
  lessonId: string
  /** Colleague's ID, for managers; absent for one's own. */
  personId?: string | null
  /** Key of the question to start at. */
  question?: string
  /** Content above the side panel, such as the small player. */
  above?: ReactNode
}

/** Shows a lesson's worksheet with its side panel. Renders nothing if the lesson has none. */
export function WorksheetTab({ lessonId, personId = null, question = '', above = null }: Props) {
  const me = useEngine().actor.id
  const worksheet = useRows(worksheets).find(({ lesson_id }) => lesson_id === lessonId)
  if (!worksheet) return <p className="dim">This lesson has no worksheet.</p>
  const isMine = personId === null || personId === '' || personId === me
  const whose = <WorksheetUserPicker lessonId={lessonId} personId={isMine ? '' : personId} />
  return isMine ? (
    <MySheet key={worksheet.id} worksheet={worksheet} question={question} above={above} whose={whose} />
  ) : (
    <MemberWorksheet
      key={`${worksheet.id} ${personId}`}
      worksheet={worksheet}
      personId={personId}
      above={above}
      whose={whose}
    />
  )
}
