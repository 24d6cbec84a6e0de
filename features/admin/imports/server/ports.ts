import type { ContactImports } from '#features/contacts/server/contract.ts'
import type { PastTargets } from '#features/targets/server/contract.ts'

/** Ports of other features that imports use. */
export type ImportPorts = { targets: PastTargets; contacts: ContactImports }
