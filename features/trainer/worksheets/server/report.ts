// Reports on answered worksheets for the Viewer.
import { dayIn } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { type AskedReport, serveViewerReport } from '#core/server/reports/serveViewerReport.ts'
import { forLearners } from '../../lessons/server/policies.ts'
import { filledCells } from '../cells.ts'
import { userWorksheetsReport, type WorksheetsFacts, type WorksheetsRow, worksheetsReport } from '../reportContract.ts'
import { opensWorksheets, userWorksheetsPath } from './readers.ts'
import { worksheetsOf } from './reading.ts'

type Person = Omit<WorksheetsRow, 'group' | 'worksheets' | 'open'> & {
  groups: string[]
  answered: string[]
  opens: boolean
}

export const worksheetsReported = serveViewerReport(
  worksheetsReport,
  async (tx, asked) => {
    const worksheets = await worksheetsThere(tx)
    const people = await peopleOf(tx, asked)
    const rows = people.flatMap(({ groups, answered, opens, ...person }) => {
      const said = worksheets.map(({ id, lesson }) => ({
        lesson,
        completed: answered.includes(id) ? ('YES' as const) : ('NO' as const),
      }))
      const open = opens && { open: { path: userWorksheetsPath(person.user_id) } }
      return (groups.length > 0 ? groups : ['']).map((group) => ({ group, ...person, worksheets: said, ...open }))
    })
    return { worksheets, rows: rows.sort((a, b) => a.group.localeCompare(b.group)) }
  },
  forLearners,
)

async function worksheetsThere(tx: Tx): Promise<WorksheetsFacts['worksheets']> {
  const { rows } = await tx.sql<WorksheetsFacts['worksheets'][number]>`
    select w.id, l.number, l.title as lesson from shared_worksheets w join shared_lessons l on l.id = w.lesson_id join shared_lesson_categories c on c.id = l.category_id
    where w.taken_off_at is null and l.state = 'published' and c.state = 'published' order by c.position, c.id, l.position, l.number`
  return rows
}

/** Returns people by name, each with the groups visible to the caller and the answered worksheets. */
async function peopleOf(tx: Tx, asked: AskedReport): Promise<Person[]> {
  const { scope } = asked
  const groups = scope.groups.map(({ id }) => id)
  const { rows } = await tx.sql<Person>`
    with people as materialized (${scope.people}),
    answered as materialized (
      select x.user_id, array_agg(distinct x.worksheet_id) as ids from people p join worksheet_cells x on x.org_id = ${currentOrgId} and x.user_id = p.id and x.value <> '' group by x.user_id)
    select u.id as user_id, u.first_name, u.last_name, coalesce(answered.ids, '{}') as answered, ${opensWorksheets(asked)} as opens,
      array(select g.name from group_members m join groups g on g.org_id = m.org_id and g.id = m.group_id
        where m.org_id = u.org_id and m.user_id = u.id and g.id = any(${groups}::uuid[]) order by g.name) as groups
    from people p join users u on u.org_id = ${currentOrgId} and u.id = p.id left join answered on answered.user_id = u.id
    where u.deactivated_at is null order by u.last_name, u.first_name, u.id`
  return rows
}

const sheetPath = (lessonId: string, personId: string) =>
  `/lesson/${lessonId}?tab=worksheet&person=${personId}&from=${encodeURIComponent(userWorksheetsPath(personId))}`

/** Callers are the person or one of their managers, so they can open each worksheet. */
export const userWorksheets = serveViewerReport(
  userWorksheetsReport,
  async (tx, { scope, session }) => {
    const found = await worksheetsOf(tx, scope.id)
    return {
      rows: found.map(({ worksheet, answers }) => {
        const { answered, of, last } = filledCells(worksheet, answers ?? undefined)
        return {
          lesson_id: worksheet.lesson_id,
          number: worksheet.number,
          lesson: worksheet.title,
          answered,
          cells: of,
          latest: last && dayIn(session.org.zone, last),
          open: { path: sheetPath(worksheet.lesson_id, scope.id) },
        }
      }),
    }
  },
  forLearners,
)
