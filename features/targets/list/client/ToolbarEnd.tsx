import type { Status } from '../../contract.ts'
import { ToolbarTools } from './ToolbarTools.tsx'
import type { ListControls } from './useListQuery.ts'
import { ViewSwitch } from './ViewSwitch.tsx'

/** The right end of the toolbar, loaded late: view switch and features' buttons. */
export const ToolbarEnd = ({ status, list }: { status: Status; list: ListControls }) => (
  <>
    <ViewSwitch status={status} list={list} />
    <ToolbarTools />
  </>
)
