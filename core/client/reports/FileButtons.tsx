import '@mantine/core/styles/Loader.layer.css'
import { Button, Loader } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { FileAnswer } from '#core/contract/fileAnswer.ts'
import { fileFailed } from '#core/contract/report.ts'
import { Icon } from '#core/ui/Icon.tsx'
import { download } from '../download.ts'

const files = {
  xlsx: { label: 'Excel', icon: 'table', busy: 'Preparing your Excel file…', failed: fileFailed.xlsx },
  pdf: { label: 'PDF', icon: 'file-type-pdf', busy: 'Preparing your PDF…', failed: fileFailed.pdf },
} as const
export type DownloadFormat = keyof typeof files

type Props = {
  fetchFile: (form: DownloadFormat, signal: AbortSignal) => Promise<FileAnswer>
  /** Number of rows in the file when a filter is on. */
  rows?: number | undefined
}

/** Exports one file at a time, with a way to cancel. */
export function FileButtons({ fetchFile, rows }: Props) {
  const [busy, setBusy] = useState<DownloadFormat | null>(null)
  const making = useRef<AbortController>(null)
  useEffect(() => () => making.current?.abort(), [])
  const make = async (form: DownloadFormat) => {
    const aborting = new AbortController()
    making.current = aborting
    setBusy(form)
    await download(() => fetchFile(form, aborting.signal), files[form])
    setBusy(null)
  }
  return (
    <>
      {(Object.keys(files) as DownloadFormat[]).map((form) => {
        const { label, icon } = files[form]
        return (
          <Button
            key={form}
            variant="default"
            disabled={busy !== null}
            leftSection={busy === form ? <Loader size={16} /> : <Icon name={icon} />}
            onClick={() => void make(form)}
          >
            {rows === undefined ? label : `${label}, ${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`}
          </Button>
        )
      })}
      {busy !== null && (
        <div className="row between gap8 mt8" role="status">
          {files[busy].busy}
          <Button variant="subtle" size="compact-sm" onClick={() => making.current?.abort()}>
            Cancel
          </Button>
        </div>
      )}
    </>
  )
}
