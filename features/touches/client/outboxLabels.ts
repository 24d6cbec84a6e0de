import type { OutboxLabels } from '#core/client/feature.ts'
import type { Outgoing } from '#core/sync/client/types.ts'
import type { LogTouchLocal } from '../actions.ts'
import type { Touch } from '../contract.ts'
import { joined, kindNouns } from '../touchLabels.ts'

export const touchOutboxLabels: OutboxLabels = {
  sentenceOf({ action, row, input }: Outgoing) {
    const touch = (row ?? input) as Partial<Touch>
    const names = joined((touch.contacts ?? []).map(({ name }) => name))
    const what = `${touch.kind ? kindNouns[touch.kind] : 'a touch'}${names && ` with ${names}`}`
    if (action === 'logTouch') return `Log ${what}.`
    if (action === 'deleteTouch') return `Delete ${what}.`
    if (action === 'restoreTouch') return 'Restore a deleted touch.'
    return action === 'moveTouch' ? `Move ${what} to another Target.` : `Change ${what}.`
  },
  typedIn({ input }) {
    const { subject, text } = input as Partial<LogTouchLocal>
    return [subject, text].filter(Boolean).join('\n') || null
  },
}
