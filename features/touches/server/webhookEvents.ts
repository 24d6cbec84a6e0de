// Tells webhooks of new touches: kind, day, and names, never subject or text, and none on private Targets.
import { currentOrgId } from '#core/server/database/tenant.ts'
import { queueEvents } from '#core/server/webhooks/queueEvents.ts'
import { on } from '#core/sync/server/reactions.ts'
import type { Touch } from '../contract.ts'
import { touchLogged } from '../eventsContract.ts'
import { seesTouch } from './contract.ts'
import { touchText } from './seeing.ts'

export const touchEvents = [{ name: 'touch.created', label: 'Touch logged or filed' }] as const

/** An API client. */
const viewer = { id: null }

export const touchWebhooks = on<Touch>([touchLogged], async (tx, changes) => {
  const seen = changes.flatMap(({ after, context, isHistory }) => (after && !isHistory ? [{ after, context }] : []))
  const { rows } = await tx.sql<{ id: string; text: string }>`
    select h.id, ${touchText(viewer)} as text from touches h
    where h.org_id = ${currentOrgId} and h.id = any(${seen.map(({ after }) => after.id)}::uuid[]) and ${seesTouch(viewer)}`
  const events = rows.map(({ id, text }) => {
    const { kind, day, direction, contacts, people, source, target_id } = JSON.parse(text) as Touch
    const touch = { id, kind, day, direction, contacts, people, source, target_id }
    const { now } = seen.find(({ after }) => after.id === id)!.context
    return { type: touchEvents[0].name, timestamp: now, data: { touch } }
  })
  queueEvents(tx, events)
})
