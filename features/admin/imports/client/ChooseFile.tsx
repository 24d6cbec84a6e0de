import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, SegmentedControl } from '@mantine/core'
import { type ComponentProps, useEffect, useEffectEvent, useState } from 'react'
import { ApiError, problemOf } from '#core/client/api.ts'
import { sendForm } from '#core/client/sendForm.ts'
import type { UploadProgress } from '#core/client/upload.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { UploadLine } from '#core/ui/UploadLine.tsx'
import { importKindLabels, optionsOf } from '../../client/labels.ts'
import { CHOOSE_SHEET, ImportKind, OTHERS_FIRST, routes } from '../contract.ts'
import { importLimits } from '../mappingContract.ts'
import { ChooseSheet } from './ChooseSheet.tsx'
import s from './Import.module.css'
import { Steps } from './Steps.tsx'

const FileDrop = lazyComponent(
  () => import('#core/ui/FileDrop.tsx').then((file) => file.FileDrop),
  <div className={s.dropPlace} />,
)

type Props = { isOffline: boolean; onUploaded: (id: string) => void }

const hints: Record<ImportKind, string> = {
  targets:
    'One row per opportunity, with a header row. We match columns such as company, contact, owner, stage, dates, and amounts by name. Nothing is imported until you’ve seen a preview.',
  people:
    'One row per person, with a header row: a name, plus an email, group, or group manager if you have them. Import people first so that Targets can find their owners.',
  contacts:
    'One row per contact, with a header row: a name, plus emails, phones, company, and title if you have them. Files of Outlook, Google, and LinkedIn work, and so do vCard files. Contacts stay private to their owner until they’re on a Target.',
}

const drops: Record<ImportKind, { title: string; label: string }> = {
  targets: { title: 'Drop a CSV file or an Excel workbook here', label: 'CSV file or Excel workbook' },
  people: { title: 'Drop a CSV file or an Excel workbook here', label: 'CSV file or Excel workbook' },
  contacts: { title: 'Drop a CSV, Excel, or vCard file here', label: 'CSV file, Excel workbook, or vCard file' },
}

const AGAIN_MS = 60_000

/** A link such as the one on Contacts can say what the file holds. */
const kindInUrl = (): ImportKind =>
  ImportKind.safeParse(new URLSearchParams(window.location.search).get('kind')).data ?? 'targets'

export function ChooseFile({ isOffline, onUploaded }: Props) {
  const [kind, setKind] = useState<ImportKind>(kindInUrl)
  const [sending, setSending] = useState<ComponentProps<typeof UploadLine> | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [book, setBook] = useState<{ file: File; sheets: Record<string, string> } | null>(null)
  // A workbook that the server can't read yet stays here and is uploaded again automatically.
  const [kept, setKept] = useState<{ file: File; sheet: string | undefined } | null>(null)
  const send = async (file: File, sheet?: string) => {
    if (file.size > importLimits.bytes) return setProblem(importLimits.tooLarge)
    setProblem(null)
    setBook(null)
    setKept(null)
    const sent = sendInOneGo(kind, file, sheet)
    setSending({ name: file.name, after: 'Reading…', upload: sent })
    try {
      onUploaded((await sent.done).id)
    } catch (thrown) {
      setSending(null)
      if (thrown instanceof ApiError && thrown.code === CHOOSE_SHEET) setBook({ file, sheets: thrown.errors })
      else if (thrown instanceof ApiError && thrown.code === OTHERS_FIRST) setKept({ file, sheet })
      else setProblem(problemOf(thrown))
    }
  }
  const sendAgain = useEffectEvent(() => kept && void send(kept.file, kept.sheet))
  useEffect(() => {
    if (!kept) return
    const timer = setTimeout(sendAgain, AGAIN_MS)
    return () => clearTimeout(timer)
  }, [kept])
  if (book)
    return (
      <section className={`stack gap24 ${s.flow}`} aria-label="Import a file">
        <Steps at="File" />
        <ChooseSheet
          sheets={book.sheets}
          fileName={book.file.name}
          onChoose={(sheet) => void send(book.file, sheet)}
          onOther={() => setBook(null)}
        />
      </section>
    )
  return (
    <section className={`stack gap24 ${s.flow}`} aria-label="Import a file">
      <Steps at="File" />
      <SegmentedControl
        className={s.kinds}
        aria-label="What’s in the file?"
        value={kind}
        disabled={sending !== null || kept !== null}
        onChange={(value) => setKind(value as ImportKind)}
        data={optionsOf(importKindLabels)}
      />
      <p className={`pretty dim ${s.lead}`}>{hints[kind]}</p>
      <Problem
        action={
          kept && (
            <Button variant="default" onClick={() => void send(kept.file, kept.sheet)}>
              Send it now
            </Button>
          )
        }
      >
        {kept ? `Other workbooks are being read first. ${kept.file.name} is sent again in a minute.` : problem}
      </Problem>
      {sending ? (
        <UploadLine {...sending} />
      ) : (
        <FileDrop
          title={drops[kind].title}
          limits="Up to 50 MB, 200,000 rows, and 100 columns"
          label={drops[kind].label}
          icon={<Icon name="file-spreadsheet" size={32} stroke={1.5} />}
          isDisabled={isOffline}
          onFiles={([file]) => file && void send(file)}
          onRefused={setProblem}
        />
      )}
    </section>
  )
}

/** Uploads the file in one request, since a table is small enough, and shows progress as every upload does. */
function sendInOneGo(kind: ImportKind, file: File, sheet: string | undefined) {
  let progress: UploadProgress = { state: 'sending', sent: 0, total: file.size, problem: null }
  const listeners = new Set<() => void>()
  const sending = sendForm(routes.upload, { query: { kind, sheet }, files: { file } }, (share) => {
    progress = { ...progress, sent: share * file.size }
    for (const listener of listeners) listener()
  })
  return {
    ...sending,
    get: () => progress,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
