import type { TabProps } from '#core/client/feature.ts'
import { Tabs } from '#core/ui/Tabs.tsx'
import { placePath } from '../../client/place.ts'
import { ImportFlow } from './ImportFlow.tsx'
import { ImportHistory } from './ImportHistory.tsx'

const HISTORY = 'history'
const parts = [
  { name: 'import', label: 'Import', to: placePath('imports') },
  { name: HISTORY, label: 'Import history', to: placePath('imports', HISTORY) },
]

export function Imports({ id, isOffline }: TabProps) {
  const isHistory = id === HISTORY
  return (
    <>
      <Tabs label="Imports" tabs={parts} here={isHistory ? HISTORY : 'import'} isInner />
      {isHistory ? <ImportHistory /> : <ImportFlow id={id} isOffline={isOffline} />}
    </>
  )
}
