import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useReading } from '#core/client/reading.ts'
import { useSession } from '#core/client/session.ts'
import { useEngine, useRows } from '#core/client/sync.tsx'
import { useWayBack } from '#core/client/WayBack.tsx'
import { dataOf } from '#core/contract/area.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { trackerFlag } from '#features/targets/flagsContract.ts'
import { managedPeople } from '#features/targets/pipelines/contract.ts'
import { worksheets } from '../contract.ts'
import { MySheet } from './MySheet.tsx'
import { OthersSheet } from './OthersSheet.tsx'

type Props = {
  lessonId: string
  /** Whose answers: a colleague's id, for managers. Without it the person's own. */
  personId?: string | null
  /** The key of the question to begin at. */
  question?: string
  /** Stands above the side panel, as the small player. */
  above?: ReactNode
}

/** The worksheet of a lesson with what stands beside it. Nothing where the lesson has none. */
export function WorksheetTab({ lessonId, personId = null, question = '', above = null }: Props) {
  const me = useEngine().actor.id
  const worksheet = useRows(worksheets).find(({ lesson_id }) => lesson_id === lessonId)
  if (!worksheet) return <p className="dim">This lesson has no worksheet.</p>
  const isMine = personId === null || personId === '' || personId === me
  const whose = <Whose lessonId={lessonId} personId={isMine ? '' : personId} />
  return isMine ? (
    <MySheet key={worksheet.id} worksheet={worksheet} question={question} above={above} whose={whose} />
  ) : (
    <OthersSheet
      key={`${worksheet.id} ${personId}`}
      worksheet={worksheet}
      personId={personId}
      above={above}
      whose={whose}
    />
  )
}

/** For managers: whose answers are shown. */
function Whose({ lessonId, personId }: { lessonId: string; personId: string }) {
  const session = useSession()
  const manages = session !== null && dataOf(session.Subscriptions, trackerFlag)?.people === 'yes'
  return manages ? <WhoseChoice lessonId={lessonId} personId={personId} /> : null
}

function WhoseChoice({ lessonId, personId }: { lessonId: string; personId: string }) {
  const navigate = useNavigate()
  const from = useWayBack()
  const { value } = useReading(managedPeople, undefined)
  const people = value?.people ?? []
  if (people.length === 0) return null
  const back = from === null ? '' : `&from=${encodeURIComponent(from)}`
  const choose = (id: string) =>
    void navigate({
      href: `/lesson/${lessonId}?tab=worksheet${id === '' ? '' : `&person=${id}`}${back}`,
      replace: true,
    })
  return (
    <NativeSelect
      label="Answers of"
      data={[
        { value: '', label: 'Mine' },
        ...people.map((person) => ({ value: person.id, label: fullNameOf(person) })),
      ]}
      value={personId}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  )
}
