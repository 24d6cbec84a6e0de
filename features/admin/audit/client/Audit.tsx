import type { TabProps } from '#core/client/feature.ts'
import { AuditLog } from './AuditLog.tsx'

/** The log of one's own firm. */
export function Audit({ isOffline }: TabProps) {
  return <AuditLog isOffline={isOffline} />
}
