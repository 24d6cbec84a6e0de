import ical, { ICalCalendarMethod, ICalEventBusyStatus, ICalEventTransparency } from 'ical-generator'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { CALENDAR_NAME, REFRESH_SECONDS } from '../contract.ts'

type OpenStep = {
  id: string
  target_id: string
  description: string
  /** Company, or the contact if there is none. */
  name: string
  due: string
  created: string
  modified: string
}

/** Returns the person's own open steps of active targets. A pending invitation shows nothing. */
export async function openSteps(tx: Tx, userId: string): Promise<OpenStep[]> {
  const { rows } = await tx.sql<OpenStep>`
    select k.id, k.target_id, k.description, coalesce(nullif(t.company, ''), t.contact) as name, k.due,
      k.created_at as created, greatest(k.created_at, t.modified_at) as modified
    from tasks k
    join target_people tp on tp.org_id = k.org_id and tp.user_id = k.user_id and tp.target_id = k.target_id
    join targets t on t.org_id = k.org_id and t.id = k.target_id
    where k.org_id = ${currentOrgId} and k.user_id = ${userId} and k.completed_at is null
      and tp.response = 'accepted' and not tp.gone and t.status = 'active'
    order by k.due, k.id`
  return rows
}

/**
 * Returns an RFC 5545 calendar, identical for the same steps. Its all-day events don't mark the person as busy. `site`
 * is the app's URL.
 */
export function calendarOf(steps: OpenStep[], site: string): string {
  const calendar = ical({
    name: CALENDAR_NAME,
    prodId: { company: 'Pursuit', product: 'Pursuit', language: 'EN' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
  })
  for (const { id, target_id, description, name, due, created, modified } of steps)
    calendar.createEvent({
      id: `${id}@pursuit`,
      // Dates without a time, so the text is used as it is.
      start: new Date(`${due}T00:00:00Z`),
      allDay: true,
      // Without these a calendar shows the whole day as busy. Outlook only reads the second one.
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
      summary: plain([description, name].filter(Boolean).join(' – ')),
      stamp: new Date(modified),
      created: new Date(created),
      lastModified: new Date(modified),
      url: `${site}/target/${target_id}`,
    })
  return `${calendar.toString()}\r\n`
}

/** Some readers end a line at a carriage return inside a text. */
const plain = (text: string) => text.replace(/\r\n?/g, '\n')
