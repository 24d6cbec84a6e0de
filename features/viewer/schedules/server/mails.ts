// Email of a scheduled report with its attachments. Stored when it is created, and assembled when it is sent.
import { formatDay } from '#core/contract/dates.ts'
import { formatCell } from '#core/contract/formatCell.ts'
import { isNoticeOn, switchName } from '#core/contract/notice.ts'
import { formatAsOf } from '#core/contract/report.ts'
import type { Settings } from '#core/contract/session.ts'
import { type AnyViewerReport, excludesPrivate, type WithRows } from '#core/contract/viewerReport.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { unsubscribePathOf } from '#core/server/notices/unsubscribeLink.ts'
import { renderEmail } from '#core/server/outgoing/emailMessage.ts'
import type { MailMaker } from '#core/server/outgoing/madeMail.ts'
import type { EmailMessage } from '#core/server/outgoing/outgoing.ts'
import { reportPath } from '../../reportPaths.ts'
import { mailedReport } from '../notices.ts'
import { SCHEDULES } from '../paths.ts'
import type { ScheduleRow } from './rows.ts'

/** Never change it: queued emails refer to it. */
export const MAKER = 'report'

export const wantsMail = (settings: Settings): boolean => isNoticeOn(settings, switchName(mailedReport.kind, 'email'))

/** Shown for a total that the period doesn't have, such as an average of no scores. */
const NONE = '–'

type About = { runId: string; userId: string; tries: number }
type Kept = Omit<EmailMessage, 'unsubscribePath'>

type Making = {
  report: AnyViewerReport
  facts: WithRows
  schedule: Pick<ScheduleRow, 'code' | 'about' | 'which' | 'subject'> & { owner_name: string }
  /** ID of the recipient. */
  to: string
  /** Names of the attachments. */
  files: readonly string[]
}

/** Builds an email with the main totals and a link. A report without rows contains its own message. */
export function composeReportEmail({ report, facts, schedule, to, files }: Making): Kept {
  const { scope, start, end } = facts
  const days = start && end ? `${formatDay(start)} to ${formatDay(end)}` : null
  const [table] = report.tables
  const isEmpty = table !== undefined && table.rows(facts).length === 0
  const sums = report.totals.map(({ label, kind, of, before }) => {
    const now = formatCell(kind, of(facts)) || NONE
    const then = before?.(facts) ?? null
    return `${label}: ${now}${then === null ? '' : ` (before: ${formatCell(kind, then)})`}`
  })
  const leftOut = excludesPrivate(report, scope, to) ? ' Private Targets are excluded.' : ''
  return {
    subject: schedule.subject || `${report.title}: ${scope.name}, ${days ?? 'current data'}`,
    heading: `${report.title}: ${scope.name}`,
    lines: [
      `${report.sentence} ${days ?? 'Current data'}.`,
      ...(isEmpty ? [table.empty] : []),
      ...(isEmpty && sums.length === 0 ? [] : sums),
      `Attached: ${files.join(', ')}.`,
    ],
    button: { label: mailedReport.button, path: linkPath(schedule, facts) },
    small: [
      `${formatAsOf(facts)}${leftOut}`,
      `${schedule.owner_name} scheduled this report for you. To stop getting it, go to Viewer, Scheduled reports (${SCHEDULES}).`,
    ],
  }
}

/** Returns the path to the same report, audience, and days. */
function linkPath({ code, about, which }: Making['schedule'], { start, end }: WithRows): string {
  const search = { view: `${about.key}:${about.id}`, ...(start && end && { start, end }), ...(which && { which }) }
  return `${reportPath(code)}?${new URLSearchParams(search)}`
}

type Row = { mail: Kept; settings: Settings }

export const reportMails: MailMaker = {
  name: MAKER,
  async make(tx, { orgId, about, origin }) {
    const { runId, userId, tries } = about as About
    const { rows } = await tx.sql<Row>`
      select d.mail, u.settings from report_deliveries d join users u on u.org_id = d.org_id and u.id = d.user_id
      where d.org_id = ${currentOrgId} and d.run_id = ${runId} and d.user_id = ${userId} and d.tries = ${tries} and d.state = 'leaving'
        and d.mail is not null and u.deactivated_at is null`
    const [row] = rows
    if (!row || !wantsMail(row.settings)) return null
    const unsubscribePath = await unsubscribePathOf(tx, orgId, userId, mailedReport.kind)
    const letter = { ...row.mail, unsubscribePath }
    return {
      subject: letter.subject,
      ...renderEmail(letter, origin),
      unsubscribePath,
      attachments: await attachedTo(tx, runId, userId),
    }
  },
}

const types = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

async function attachedTo(tx: Tx, runId: string, userId: string) {
  const { rows } = await tx.sql<{ type: keyof typeof types; name: string; bytes: Uint8Array }>`
    select type, name, bytes from report_mail_files where org_id = ${currentOrgId} and run_id = ${runId} and user_id = ${userId} order by type desc`
  return rows.map(({ type, name, bytes }) => ({ name, type: types[type], bytes: Buffer.from(bytes) }))
}
