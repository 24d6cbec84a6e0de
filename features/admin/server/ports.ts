import type { AuthMethods } from '#features/account/server/contract.ts'
import type { OwnershipTransfer } from '#features/targets/server/contract.ts'

/** What the administration of people uses of other features. */
export type PeoplePorts = { waysIn: AuthMethods; targets: OwnershipTransfer }
