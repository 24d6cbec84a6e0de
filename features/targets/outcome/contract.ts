// Inputs and calls for closing, holding, and resuming a target. The rules are in actions.ts.
import { z } from 'zod'
import { text } from '#core/contract/fields.ts'
import { amountOr, revenueMissing } from '#core/contract/money.ts'
import { defineRoute } from '#core/contract/route.ts'
import { actionCall, NoFields } from '../callsContract.ts'
import { limits } from '../contract.ts'

export const lostReasons = [
  'Pricing',
  'Capabilities',
  'Non-Responsive',
  'Timing',
  'Decision Maker Buy In',
  'Competitor',
  'Bad Fit',
] as const
export const CompleteInput = z.strictObject({ revenue: amountOr(revenueMissing) })
export const LoseInput = z.strictObject({ lost_reason: text(limits.lostReason).default('') })
export const UndoInput = z.strictObject({ key: z.guid() })

export const routes = {
  complete: defineRoute({
    ...actionCall('complete', 'Won: all its steps are done'),
    scope: 'targets:write',
    body: CompleteInput,
  }),
  lose: defineRoute({ ...actionCall('lost', 'Lost, with a reason'), scope: 'targets:write', body: LoseInput }),
  archive: defineRoute({ ...actionCall('archive', 'Place on hold'), scope: 'targets:write', body: NoFields }),
  work: defineRoute({ ...actionCall('work', 'Pursue this Target again'), scope: 'targets:write', body: NoFields }),
  undo: defineRoute({ ...actionCall('undo', 'Undo the last status change or step'), body: UndoInput }),
}
