import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { ReportTable } from '#core/contract/report.ts'
import { Icon } from '#core/ui/Icon.tsx'
import s from '../panels/Panel.module.css'
import { ReportTableView } from './ReportTableView.tsx'

export function ReportRows<F>({ table, facts }: { table: ReportTable<F>; facts: F }) {
  const [isOpen, setOpen] = useState(false)
  if (table.rows(facts).length === 0) return <p className={`dim ${s.quiet}`}>{table.empty}</p>
  return (
    <>
      <UnstyledButton
        className={`inline gap4 mt8 semi anchor ${s.more}`}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Hide' : 'Show'} the {table.title}
        <Icon name="chevron-down" size={16} stroke={1.75} />
      </UnstyledButton>
      {isOpen && <ReportTableView table={table} facts={facts} isAlone />}
    </>
  )
}
