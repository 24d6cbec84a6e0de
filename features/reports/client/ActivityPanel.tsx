import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import s from '#core/client/panels/Panel.module.css'
import { ReportPanel } from '#core/client/reports/ReportPanel.tsx'
import { formatDay } from '#core/contract/dates.ts'
import { formatAmount } from '#core/contract/money.ts'
import { activityReport, type ReportTarget } from '../contract.ts'

/** The Activity Report in the Tracker's Controls. */
export function ActivityPanel() {
  return <ReportPanel report={activityReport}>{({ targets }) => <Targets targets={targets} />}</ReportPanel>
}

/** On asking, the targets that the sums are made of. */
function Targets({ targets }: { targets: ReportTarget[] }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {targets.length > 0 && (
        <UnstyledButton className={s.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the Targets' : 'Show the Targets'}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      )}
      {targets.length === 0 && <p className={s.quiet}>No Target was worked on in this time.</p>}
      {isOpen && (
        <ul className={s.targets}>
          {targets.map((one) => (
            <li key={one.id}>
              {one.statusterm === 'Gone' ? (
                <b>A Target that is gone</b>
              ) : (
                <Link to="/target/$id" params={{ id: one.id }}>
                  {one.company || one.contact}
                </Link>
              )}
              <span>{sayOf(one)}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** '2 steps · won Nov 3, 2026: $40,000'. */
function sayOf({ steps, created, won, lost, revenue, reason }: ReportTarget): string {
  const said = [
    steps > 0 && `${steps} ${steps === 1 ? 'step' : 'steps'}`,
    created && `created ${formatDay(created)}`,
    won && `won ${formatDay(won)}${revenue === null ? '' : `: ${formatAmount(revenue)}`}`,
    lost && `lost ${formatDay(lost)}${reason === '' ? '' : `: ${reason}`}`,
  ]
  return said.filter(Boolean).join(' · ') || 'worked on'
}
