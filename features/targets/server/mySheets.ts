// Tracker sheets of a person's workbook: own and shared targets with all details, and those of people they manage.
import { sql } from 'kysely'
import { isFeatureOn } from '#core/contract/area.ts'
import { INTANGIBLE } from '#core/contract/money.ts'
import { nameOfSource, referralsFlag } from '#core/contract/referrals.ts'
import { chanceOf, currentStage, type Stages, stagesInUse } from '#core/contract/stages.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { viewerFlag } from '#core/contract/viewerFlag.ts'
import { PAGE_ROWS } from '#core/contract/viewerReport.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { type PersonSheet, type SheetColumn, type SheetValue, sheet } from '#core/server/personSheet.ts'
import { managedOfFirm, managesAnybody } from '#core/server/reports/scope.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { furtherNames, statusTerm, type Target, targetLabel, typeTerm, valueTerm } from '../contract.ts'
import { targetRows } from '../reports/server/targetRows.ts'
import { myShares, myTargets } from './myTargets.ts'

type Mine = Target & { history: { at: string; who: string; worked_by: string; what: string; taken_back: boolean }[] }

const nameOf = ({ company, contact }: Pick<Target, 'company' | 'contact'>) =>
  [company, contact].filter(Boolean).join(', ')
/** A number for Excel to calculate with, or a word if there is none. */
const amount = (dollars: number | null): SheetValue => (dollars === INTANGIBLE ? 'Intangible' : dollars)
/** 'stepTaken' -> 'Step taken'. */
const saidOf = (kind: string) =>
  kind.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).replace(/^./, (letter) => letter.toUpperCase())

/** Builds a sheet with any number of rows per visible target. */
const ofTargets = (
  title: string,
  columns: SheetColumn[],
  rowsOf: (target: Mine, session: SignedInSession) => SheetValue[][],
): PersonSheet => ({
  title,
  columns,
  policy: subscribed(trackerFlag),
  async page(tx, session, after) {
    const read = await myTargets(tx, session, after)
    return { rows: (read.rows as unknown as Mine[]).flatMap((target) => rowsOf(target, session)), after: read.after }
  },
})

const stagesOf = ({ org }: SignedInSession) => stagesInUse(org.stages, org.subscriptions)
const hasReferrals = ({ org }: SignedInSession) => isFeatureOn(org.subscriptions, referralsFlag)

const targetColumns: SheetColumn[] = [
  ...sheet.text('Company', 'Contact', 'Email', 'Phone', ...furtherNames.map(targetLabel), 'Type', 'Value', 'Objective'),
  ...sheet.text('Status', 'Owner', 'Private', 'Shared with', 'Next step'),
  ...sheet.day('Due'),
  ...sheet.dollars('Projected revenue', 'Revenue'),
  ...sheet.text('Lost reason'),
  ...sheet.instant('Created', 'Changed', 'Completed'),
  ...sheet.text('ID'),
]

function targetRow(target: Mine): SheetValue[] {
  const step = target.tasks.find((task) => task.user_id === target.user_id && task.done === 'incomplete')
  const others = target.collaborators.filter(
    ({ response, role, user_id }) => response === 'accepted' && role !== 'owner' && user_id !== target.owner_id,
  )
  return [
    ...[target.company, target.contact, target.contact_email, target.contact_phone],
    ...furtherNames.map((name) => target[name]),
    ...[typeTerm[target.type], valueTerm[target.value], target.goal, statusTerm[target.status], target.owner],
    target.private ? 'Yes' : 'No',
    others.map(({ first_name, last_name }) => `${first_name} ${last_name}`.trim()).join(', '),
    step?.description ?? '',
    step?.due || null,
    ...[amount(target.projected_revenue), amount(target.revenue), target.lostReason],
    ...[target.undated ? null : target.created, target.modified, target.completed, target.id],
  ]
}

const outlookColumns: SheetColumn[] = [
  ...sheet.text('Stage'),
  ...sheet.instant('In stage since'),
  ...sheet.text(targetLabel('expected_close')),
  ...sheet.count('Chance in percent'),
]

/** The chance is that of the stage if the target has none of its own. */
const outlookCells = (target: Mine, stages: Stages): SheetValue[] => [
  ...[currentStage(stages, target.stage)?.name ?? '', target.staged ?? null, target.expected_close ?? ''],
  chanceOf(target, stages),
]

/** In the order of `furtherColumns`. */
function furtherCells(target: Mine, session: SignedInSession): SheetValue[] {
  const stages = stagesOf(session)
  return [
    ...(stages ? outlookCells(target, stages) : []),
    ...(hasReferrals(session) ? [target.came_from ? nameOfSource(target.came_from) : ''] : []),
  ]
}

export const trackerSheets: readonly PersonSheet[] = [
  {
    ...ofTargets('Targets', targetColumns, (target, session) => [
      [...targetRow(target), ...furtherCells(target, session)],
    ]),
    furtherColumns: (session) => [
      ...(stagesOf(session) ? outlookColumns : []),
      ...(hasReferrals(session) ? sheet.text(targetLabel('came_from')) : []),
    ],
  },
  ofTargets(
    'Steps',
    [...sheet.text('Target', 'Person', 'Step', 'Help'), ...sheet.day('Due'), ...sheet.instant('Done', 'Created')],
    (target) =>
      target.tasks.map(({ first_name, last_name, description, help, due, completed, created }) => [
        ...[nameOf(target), `${first_name} ${last_name}`.trim(), description, help, due || null, completed, created],
      ]),
  ),
  ofTargets('Notes', [...sheet.text('Target', 'Person', 'Note'), ...sheet.instant('Written', 'Changed')], (target) =>
    target.notes.map(({ first_name, last_name, note, created, modified }) => [
      ...[nameOf(target), `${first_name} ${last_name}`.trim(), note, created, modified],
    ]),
  ),
  ofTargets(
    'Activity',
    [...sheet.instant('When'), ...sheet.text('Target', 'Person', 'Worked by', 'What', 'Undone')],
    (target) =>
      target.history.map(({ at, who, worked_by, what, taken_back }) => [
        ...[new Date(at).toISOString(), nameOf(target), who, worked_by, saidOf(what), taken_back ? 'Yes' : ''],
      ]),
  ),
  {
    title: 'Invitations',
    columns: [...sheet.text('Company', 'Contact', 'From', 'To', 'Answer'), ...sheet.instant('Answered')],
    policy: subscribed(trackerFlag),
    async page(tx, session, after) {
      const read = await myShares(tx, session, after)
      const rows = read.rows as unknown as Record<string, string | null>[]
      return {
        rows: rows.map(({ company, contact, from_name, to_name, response, responded_at }) => [
          ...[company!, contact!, from_name!, to_name!, saidOf(response!), responded_at!],
        ]),
        after: read.after,
      }
    },
  },
  {
    title: 'Targets of people I manage',
    columns: [
      ...sheet.text('Company', 'Contact', 'Owner', 'Shared with', 'Type', 'Value', 'Status', 'Next step'),
      ...sheet.day('Due', 'Created'),
      ...sheet.dollars('Projected revenue', 'Won revenue'),
    ],
    policy: subscribed(trackerFlag),
    page: ofMyPeople,
  },
]

/** Includes what the Viewer shows, so no one else's private targets. */
async function ofMyPeople(tx: Tx, session: SignedInSession, after: string | null) {
  if (!isFeatureOn(session.org.subscriptions, viewerFlag) || !(await managesAnybody(tx, session))) return null
  const scope = await managedOfFirm(tx, session, session.org.id)
  const from = Number(after ?? 0)
  const { rows, count } = await targetRows(
    tx,
    { scope, session, page: { from, order: null, words: '' } },
    sql`t.status <> 'deleted'`,
  )
  return {
    rows: rows.map((row): SheetValue[] => [
      ...[row.company, row.contact, row.owner, row.shared_with.join(', '), row.type, row.value, row.status],
      ...[row.step, row.due, row.created, amount(row.projected), amount(row.won)],
    ]),
    after: from + PAGE_ROWS < count && rows.length > 0 ? String(from + PAGE_ROWS) : null,
  }
}
