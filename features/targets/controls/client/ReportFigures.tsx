import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatDay } from '#core/contract/dates.ts'
import { formatAmount } from '#core/contract/money.ts'
import type { ActivityReport, ReportTarget } from '#features/reports/contract.ts'
import s from './Controls.module.css'

/** The report's sums, and on asking the targets that they are made of. */
export function ReportFigures({ report }: { report: ActivityReport | null }) {
  const [isOpen, setOpen] = useState(false)
  const totals = report?.totals
  const figures = [
    ['Targets worked on', totals?.targets],
    ['Steps done', totals?.steps],
    ['Steps done late', totals?.late],
    ['Targets created', totals?.created],
    ['Targets won', totals?.won],
    ['Revenue won', totals && formatAmount(totals.revenue)],
    ['Targets lost', totals?.lost],
  ] as const
  return (
    <>
      <dl className={s.figures}>
        {figures.map(([label, figure]) => (
          <div key={label} data-wide={label === 'Revenue won' || undefined}>
            <dt>{label}</dt>
            <dd>{figure === undefined ? '–' : typeof figure === 'number' ? figure.toLocaleString('en-US') : figure}</dd>
          </div>
        ))}
      </dl>
      {report && report.targets.length > 0 && (
        <UnstyledButton className={s.more} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Hide the Targets' : 'Show the Targets'}
          <IconChevronDown size={16} stroke={1.75} aria-hidden />
        </UnstyledButton>
      )}
      {report?.targets.length === 0 && <p className={s.quiet}>No Target was worked on in this time.</p>}
      {report && isOpen && (
        <ul className={s.targets}>
          {report.targets.map((one) => (
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
