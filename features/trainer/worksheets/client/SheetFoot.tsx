import '@mantine/core/styles/Popover.layer.css'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Menu.layer.css'
import { Button, Menu } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { download } from '#core/client/download.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { whenOnline } from '#core/contract/phrases.ts'
import { PDF_FAILED } from '#core/contract/report.ts'
import type { Filled } from '../cells.ts'
import { routes, type WorksheetRow } from '../contract.ts'
import s from './Sheet.module.css'

type Props = {
  worksheet: WorksheetRow
  filled: Filled
  onEarlier: () => void /** Colleague's ID; absent for one's own answers. */
  userid?: string
}

const words = { busy: 'Preparing your PDF…', failed: PDF_FAILED }

export function SheetFoot({ worksheet: { id }, filled, onEarlier, userid }: Props) {
  const isOffline = useSyncStatus(isOfflineNow)
  const [isBusy, setBusy] = useState(false)
  const make = async (fetchFile: Parameters<typeof download>[0]) => {
    setBusy(true)
    await download(fetchFile, words)
    setBusy(false)
  }
  const params = { id }
  return (
    <div className={`row wrap gap8 mt12 ${s.foot}`}>
      <span className={`cap inline medium ${s.answered}`}>
        <Icon name="circle-dashed-check" size={16} stroke={1.75} />
        {filled.answered} of {filled.of} cells answered
      </span>
      <Button variant="subtle" color="gray" leftSection={<Icon name="notes" />} onClick={onEarlier}>
        Earlier answers
      </Button>
      <Button
        variant="default"
        disabled={isBusy || isOffline}
        title={isOffline ? whenOnline('create the PDF') : undefined}
        leftSection={<Icon name="download" />}
        onClick={() => void make(() => call(routes.file, { params, query: { format: 'pdf', userid } }))}
      >
        PDF
      </Button>
      <Menu withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="default" px={8} aria-label="More actions">
            <Icon name="dots" />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="printer" />} onClick={() => setTimeout(print, 200)}>
            Print
          </Menu.Item>
          <Menu.Item
            disabled={isBusy || isOffline}
            leftSection={<Icon name="file-download" />}
            onClick={() => void make(() => call(routes.download, { params }))}
          >
            Download empty worksheet
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
