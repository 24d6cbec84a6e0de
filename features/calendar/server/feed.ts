import ICAL from 'ical.js'
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

// Counts octets without the blank that begins a continued line.
ICAL.foldLength = 74

/**
 * Returns an RFC 5545 calendar, identical for the same steps. Its all-day events don't mark the person as busy. `site`
 * is the app's URL.
 */
export function calendarOf(steps: OpenStep[], site: string): string {
  const refresh = `PT${REFRESH_SECONDS / 3600}H`
  const properties = [
    ['version', {}, 'text', '2.0'],
    ['prodid', {}, 'text', '-//Pursuit//Pursuit//EN'],
    ['method', {}, 'text', 'PUBLISH'],
    ['name', {}, 'unknown', CALENDAR_NAME],
    ['x-wr-calname', {}, 'unknown', CALENDAR_NAME],
    ['refresh-interval', {}, 'duration', refresh],
    ['x-published-ttl', {}, 'unknown', refresh],
  ]
  return ICAL.stringify(['vcalendar', properties, steps.map((step) => eventOf(step, site))])
}

/** Returns an event as jCal (RFC 7265). */
const eventOf = ({ id, target_id, description, name, due, created, modified }: OpenStep, site: string) => [
  'vevent',
  [
    ['uid', {}, 'text', `${id}@pursuit`],
    ['sequence', {}, 'integer', 0],
    ['dtstamp', {}, 'date-time', inSeconds(modified)],
    ['dtstart', {}, 'date', due],
    ['x-microsoft-cdo-alldayevent', {}, 'unknown', 'TRUE'],
    ['x-microsoft-msncalendar-alldayevent', {}, 'unknown', 'TRUE'],
    ['summary', {}, 'text', plain([description, name].filter(Boolean).join(' – '))],
    // Without TRANSP and BUSYSTATUS a calendar shows the whole day as busy. Outlook only reads the second one.
    ['transp', {}, 'text', 'TRANSPARENT'],
    ['url', {}, 'uri', `${site}/target/${target_id}`],
    ['x-microsoft-cdo-busystatus', {}, 'unknown', 'FREE'],
    ['created', {}, 'date-time', inSeconds(created)],
    ['last-modified', {}, 'date-time', inSeconds(modified)],
  ],
  [],
]

const inSeconds = (instant: string) => `${new Date(instant).toISOString().slice(0, 19)}Z`

/** Some readers end a line at a carriage return inside a text. */
const plain = (text: string) => text.replace(/\r\n?/g, '\n')
