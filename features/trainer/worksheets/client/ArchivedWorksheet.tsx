import { Link } from '#core/client/router/Link.tsx'
import { useTitle } from '#core/client/title.ts'
import { Icon } from '#core/ui/Icon.tsx'
import s from '../../lessons/client/Lesson.module.css'
import type { WorksheetRow } from '../contract.ts'
import { WorksheetTab } from './WorksheetTab.tsx'

/**
 * Shows a worksheet of an archived lesson without the lesson, which can't be watched anymore. `personId` is '' for
 * one's own.
 */
export function ArchivedWorksheet({ worksheet, personId }: { worksheet: WorksheetRow; personId: string }) {
  useTitle(worksheet.title)
  return (
    <>
      <nav className={`row between gap16 ${s.crumb}`} aria-label="Worksheets">
        <Link to="/trainers/worksheets" className={`inline gap8 link ${s.back}`}>
          <Icon name="arrow-left" stroke={1.75} />
          Worksheets
        </Link>
      </nav>
      <header className={s.head}>
        <h1>{worksheet.title}</h1>
        <p className="row wrap mt4 dim">Archived</p>
      </header>
      <WorksheetTab lessonId={worksheet.lesson_id} personId={personId === '' ? null : personId} />
    </>
  )
}
