import type { TabProps } from '#core/client/feature.ts'
import s from './Record.module.css'
import { RecordPanel } from './RecordPanel.tsx'

export const RecordTab = ({ isOffline }: TabProps) => (
  <>
    <p className={`dim ${s.lead}`}>
      Your completion record for continuing education: which lessons, when, and how long.
    </p>
    <RecordPanel isOffline={isOffline} />
  </>
)
