import { AuditLog } from './AuditLog.tsx'
import type { TabProps } from './adminTabs.ts'

/** The log of one's own firm. */
export function Audit({ isOffline }: TabProps) {
  return <AuditLog isOffline={isOffline} />
}
