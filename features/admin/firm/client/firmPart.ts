import type { FirmProfile } from '../contract.ts'

export type FirmPart = { firm: FirmProfile; isOffline: boolean; onChanged: () => Promise<void> }
