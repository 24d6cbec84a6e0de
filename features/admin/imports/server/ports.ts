import type { ContactImports } from '#features/contacts/server/contract.ts'
import type { PastTargets } from '#features/targets/server/contract.ts'

/** What other features do for imports. */
export type ImportPorts = { targets: PastTargets; contacts: ContactImports }
