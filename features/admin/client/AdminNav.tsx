import { useTabs } from '#core/client/product.ts'
import { RailNav } from '#core/client/shell/RailNav.tsx'
import { pageGroups } from './pageGroups.ts'

/** The pages of Admin below its line in the rail. */
export function AdminNav() {
  const tabs = useTabs('admin')
  return tabs ? <RailNav label="Admin" groups={pageGroups(tabs)} /> : null
}
