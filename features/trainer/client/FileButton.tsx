import '@mantine/core/styles/Loader.layer.css'
import { Button, Loader } from '@mantine/core'
import { useState } from 'react'
import { download } from '#core/client/download.ts'
import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { useIsNarrow } from '#core/client/useIsNarrow.ts'
import type { FileAnswer } from '#core/contract/fileAnswer.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { PDF_FAILED } from '#core/contract/report.ts'
import { Icon } from '#core/ui/Icon.tsx'

type Props = {
  /** Subject of the file, for screen readers. */
  of?: string
  /** Shows only 'PDF' on narrow screens. */
  isShort?: boolean
  ask: () => Promise<FileAnswer>
  children: string
}

/** Requests a PDF from the server and saves it. */
export function FileButton({ of, isShort, ask, children }: Props) {
  const isCut = useIsNarrow() && isShort
  const isOffline = useSyncStatus(isOfflineNow)
  const [isBusy, setBusy] = useState(false)
  return (
    <Button
      variant="default"
      aria-label={isCut ? `${children} as PDF` : of && `${children} ${of}`}
      disabled={isBusy || isOffline}
      title={isOffline ? whenOnline('create the PDF') : undefined}
      leftSection={isBusy ? <Loader size={16} /> : <Icon name="download" />}
      onClick={async () => {
        setBusy(true)
        await download(ask, { busy: 'Preparing your PDF…', failed: PDF_FAILED })
        setBusy(false)
      }}
    >
      {isCut ? 'PDF' : children}
    </Button>
  )
}
