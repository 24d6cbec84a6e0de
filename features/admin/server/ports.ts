import type { AuthMethods } from '#features/account/server/contract.ts'
import type { OwnershipTransfer } from '#features/targets/server/contract.ts'

/** Functions of other features that people administration uses. */
export type PeoplePorts = { waysIn: AuthMethods; targets: OwnershipTransfer }
