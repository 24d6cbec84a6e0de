import { Button } from '@mantine/core'
import { memo } from 'react'
import { Link } from '#core/client/router/Link.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { targetDialogs } from '../../client/dialogs.ts'
import { targetLabels } from '../../client/labels.ts'
import { type Status, statusTerm } from '../../contract.ts'
import { useStatusCounts } from './ListCounts.tsx'
import s from './SubTabs.module.css'

const tabs = ['active', 'completed', 'lost', 'archived'] as const

type Props = {
  status: Status
  /** The empty list has its own button for a new target. */
  isEmpty: boolean
  /** Search and order, preserved between lists. */
  search: Record<string, string>
}

export const SubTabs = memo(function SubTabs({ status, isEmpty, search }: Props) {
  return (
    <div className={`flex gap8 mb16 ${s.head}`}>
      <nav className={`grow flex gap24 ${s.list}`} aria-label="Targets by status">
        {tabs.map((tab) => (
          <Link
            key={tab}
            to="/targets/$status"
            params={{ status: tab }}
            search={search}
            className={`nowrap medium dim ${s.tab}`}
            aria-current={tab === status ? 'page' : undefined}
          >
            {statusTerm[tab]} <Count of={tab} />
          </Link>
        ))}
      </nav>
      {!isEmpty && (
        <span className="wide">
          <Button
            leftSection={<Icon name="plus" stroke={2} />}
            className="mb8"
            title="New Target (N)"
            onClick={() => targetDialogs.create()}
          >
            {targetLabels.newTarget}
          </Button>
        </span>
      )}
    </div>
  )
})

function Count({ of }: { of: Status }) {
  return <span className={`num medium dim ${s.count}`}>{useStatusCounts()[of].toLocaleString('en-US')}</span>
}
