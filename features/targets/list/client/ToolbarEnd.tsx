import { ToolbarTools } from './ToolbarTools.tsx'
import type { ListControls } from './useListQuery.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

/** What stands at the toolbar's right and nobody waits for: tiles or list, and what features put there. */
export const ToolbarEnd = ({ list }: { list: ListControls }) => (
  <>
    <ViewSwitch list={list} />
    <ToolbarTools />
  </>
)
