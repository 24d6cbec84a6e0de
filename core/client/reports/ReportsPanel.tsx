import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { use, useState } from 'react'
import { isPermitted } from '../areas.ts'
import { loadOnce } from '../lazyComponent.tsx'
import { useProduct } from '../product.ts'
import { useSession } from '../session.ts'
import { ReportPanel } from './ReportPanel.tsx'

export function ReportsPanel() {
  const session = useSession()
  const listed = useProduct().reports.filter((one) => session && isPermitted(session, one))
  const reports = listed
    .map(({ load }) => use(loadOnce(load)))
    .filter(({ isFor }) => session && (isFor?.(session) ?? true))
  const [name, setName] = useState<string | null>(null)
  const shown = reports.find((report) => report.name === name) ?? reports[0]
  if (!shown) return null
  return (
    <ReportPanel
      key={shown.name}
      report={shown}
      others={
        reports.length > 1 && (
          <NativeSelect
            aria-label="Report"
            data={reports.map(({ name, title }) => ({ value: name, label: title }))}
            value={shown.name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
        )
      }
    />
  )
}
