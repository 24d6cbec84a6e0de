// The Library of the demo firm.
import { dealsAndOwners } from './dealsAndOwners.ts'
import type { DemoSection } from './demoContent.ts'
import { disputesAndRisk } from './disputesAndRisk.ts'
import { realEstate } from './realEstate.ts'
import { taxUpdates } from './taxUpdates.ts'
import { workingWithClients } from './workingWithClients.ts'

/** Five sections with forty items. */
export const sections: readonly DemoSection[] = [
  taxUpdates,
  dealsAndOwners,
  realEstate,
  disputesAndRisk,
  workingWithClients,
]
