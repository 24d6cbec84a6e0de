import type { FirmProfile } from '../contract.ts'

/** What each section of the firm's page is given. */
export type FirmPart = { firm: FirmProfile; isOffline: boolean; onChanged: () => Promise<void> }
