// What the demo's firm has in its Library.
import { dealsAndOwners } from './dealsAndOwners.ts'
import type { DemoSection } from './demoContent.ts'
import { disputesAndRisk } from './disputesAndRisk.ts'
import { realEstate } from './realEstate.ts'
import { taxUpdates } from './taxUpdates.ts'
import { workingWithClients } from './workingWithClients.ts'

/** Five, with forty contents. */
export const sections: readonly DemoSection[] = [
  taxUpdates,
  dealsAndOwners,
  realEstate,
  disputesAndRisk,
  workingWithClients,
]
