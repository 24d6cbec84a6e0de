import { useTabs } from '#core/client/product.ts'
import { RailNav } from '#core/client/shell/RailNav.tsx'
import { pageGroups } from './pageGroups.ts'

/** Lists the pages of Admin below its entry in the navigation rail. */
export function AdminNav() {
  const tabs = useTabs('admin')
  return tabs ? <RailNav label="Admin" groups={pageGroups(tabs)} /> : null
}
