// Touches in reports, counted by kind. They earn no points.
import { z } from 'zod'
import type { TouchKind } from './contract.ts'

/** Number of touches of each kind on Targets. */
export const TouchCounts = z.object({ calls: z.number(), meetings: z.number(), emails: z.number(), others: z.number() })
export type TouchCounts = z.infer<typeof TouchCounts>
export type TouchCountName = keyof TouchCounts

/** Heading of each count, and its kind. */
export const touchCountKinds: Record<TouchCountName, { label: string; kind: TouchKind }> = {
  calls: { label: 'Calls', kind: 'call' },
  meetings: { label: 'Meetings', kind: 'meeting' },
  emails: { label: 'Emails', kind: 'email' },
  others: { label: 'Other touches', kind: 'other' },
}
export const touchCountNames = Object.keys(touchCountKinds) as TouchCountName[]
