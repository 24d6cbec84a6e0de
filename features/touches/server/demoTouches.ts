// Touches of everyone at the demo firms, on their own Targets, through the action that people use. Random choices follow
// from the Target, so that they don't change the rest of the demo.
import { addDays, daysBetween } from '#core/contract/dates.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { DemoPart, DemoSetting } from '#core/server/demo/demo.ts'
import { type Random, randomOf, seedOf } from '#core/server/demo/random.ts'
import { newId } from '#core/server/ids.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { saveChanges } from '#core/sync/server/actions.ts'
import type { RowChange } from '#core/sync/server/reactions.ts'
import { logTouch } from '../actions.ts'
import type { Touch, TouchContact, TouchDirection, TouchKind } from '../contract.ts'
import { touchStore } from './store.ts'

/** Days before today in which they happened. */
const RECENT_DAYS = 150
/** Part of the Targets with any touch, and most touches on one. */
const SHARE = 0.55
const MOST = 4

export const demoTouches: DemoPart = {
  async fill(tx, { people }, setting) {
    const targets = await pursuedIn(tx, [...people.values()])
    const changes = targets.flatMap((target) => touchesOn(target, setting))
    await saveChanges(tx, touchStore, changes)
  },
}

type Pursued = { id: string; label: string; actor: Actor; born: string; contacts: TouchContact[] }

async function pursuedIn(tx: Tx, people: readonly Actor[]): Promise<Pursued[]> {
  const { rows } = await tx.sql<Omit<Pursued, 'actor'> & { owner_id: string }>`
    select t.id, t.owner_id, t.company || ' ' || t.contact as label, t.created_at::date::text as born,
      json_agg(json_build_object('id', c.id, 'name', trim(c.first_name || ' ' || c.last_name)) order by tc.place) as contacts
    from targets t join target_contacts tc on tc.org_id = t.org_id and tc.target_id = t.id join contacts c on c.org_id = tc.org_id and c.id = tc.contact_id
    where t.org_id = ${currentOrgId} and t.status in ('active', 'archived', 'completed') and not t.is_private
    group by t.org_id, t.id order by t.created_at, t.company, t.contact`
  const actors = new Map(people.map((actor) => [actor.id, actor]))
  return rows.flatMap(({ owner_id, ...row }) => {
    const actor = actors.get(owner_id)
    return actor ? [{ ...row, actor }] : []
  })
}

function touchesOn(target: Pursued, { calendar, zone }: DemoSetting): RowChange<Touch>[] {
  const random = randomOf(seedOf(`touches ${target.label}`))
  if (!random.chance(SHARE)) return []
  const room = Math.min(RECENT_DAYS, daysBetween(target.born, calendar.today))
  if (room < 2) return []
  return Array.from({ length: random.int(1, MOST) }, () => {
    const day = calendar.workdayUpTo(addDays(calendar.today, -random.int(1, room)))
    const now = calendar.during(day, random)
    const context = { actor: target.actor, now, zone, key: crypto.randomUUID(), newId }
    const { row: after, events } = logTouch.decide(null, { ...aTouch(target, random), at: now }, context)
    return { before: null, after, events, context }
  })
}

const kinds: readonly [TouchKind, TouchDirection][] = [
  ['call', 'out'],
  ['call', 'out'],
  ['call', 'in'],
  ['email', 'out'],
  ['email', 'out'],
  ['email', 'in'],
  ['meeting', 'both'],
  ['meeting', 'both'],
  ['other', 'both'],
]
const subjects: Record<TouchKind, readonly string[]> = {
  call: [
    'Timing of the next round',
    'Who decides, and by when',
    'Their question about fees',
    'Follow-up on the memo',
    '',
  ],
  email: [
    'Staffing plan and rates',
    'Draft scope for your review',
    'Article on the new rules',
    'Dates for lunch',
    'Thank you',
  ],
  meeting: [
    'Lunch',
    'Coffee before the board meeting',
    'Walk through the proposal',
    'Introduction to our tax group',
    '',
  ],
  other: ['Met at the regional conference', 'Sat together at the bar dinner', 'Sent a card'],
}
const texts: readonly string[] = [
  'Wants two references before the end of the month.',
  'They like the team. Price is the open point.',
  'Budget is decided in the spring. Ask again in February.',
  'Asked who would lead the work day to day.',
]

function aTouch({ id, contacts }: Pursued, random: Random) {
  const [kind, direction] = random.pick(kinds)
  const minutes =
    kind === 'call' ? random.pick([10, 15, 20, 30]) : kind === 'meeting' ? random.pick([45, 60, 90]) : null
  return {
    target_id: id,
    kind,
    direction,
    minutes,
    contacts: random.some(contacts, random.chance(0.8) ? 1 : 2),
    subject: random.pick(subjects[kind]),
    text: random.chance(0.3) ? random.pick(texts) : '',
    shown: random.chance(0.2),
  }
}
