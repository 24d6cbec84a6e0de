import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useLearned, useRows } from '#core/client/sync.tsx'
import { useTitle } from '#core/client/title.ts'
import { Awaited } from '#core/ui/Awaited.tsx'
import { worksheets } from '../contract.ts'
import s from './WorksheetPage.module.css'
import { WorksheetTab } from './WorksheetTab.tsx'

type Props = { lessonId: string; personId: string }

/** The worksheet of a lesson as a page. */
export function WorksheetPage(props: Props) {
  return (
    <Suspense fallback={<Awaited />}>
      <Worksheet {...props} />
    </Suspense>
  )
}

function Worksheet({ lessonId, personId }: Props) {
  useLearned()
  const worksheet = useRows(worksheets).find(({ lesson_id }) => lesson_id === lessonId)
  const title = worksheet?.title ?? 'Worksheet'
  useTitle(title)
  return (
    <>
      <Link to="/trainers/worksheets" className={s.back}>
        <IconArrowLeft size={18} stroke={1.75} aria-hidden />
        Worksheets
      </Link>
      <header className={s.head}>
        <h1>{title}</h1>
        {worksheet && <p className="dim">Lesson {worksheet.number}, worksheet</p>}
      </header>
      <WorksheetTab lessonId={lessonId} personId={personId} />
    </>
  )
}
