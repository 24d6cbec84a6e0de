import type { TabProps } from '#core/client/feature.ts'
import { AuditLog } from './AuditLog.tsx'

export function Audit({ isOffline }: TabProps) {
  return <AuditLog isOffline={isOffline} />
}
