import '@mantine/core/styles/FloatingIndicator.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress, SegmentedControl } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { problemOf } from '#core/client/api.ts'
import { type Sending, sendForm } from '#core/client/sendForm.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { type Import, type ImportKind, importLimits, routes } from '../contract.ts'
import s from './Import.module.css'
import { Steps } from './Steps.tsx'

const FileDrop = lazy(() => import('./FileDrop.tsx').then(({ FileDrop }) => ({ default: FileDrop })))

type Props = { isOffline: boolean; onUploaded: (id: string) => void }

const hints: Record<ImportKind, string> = {
  targets:
    'One row per opportunity, with a header. Company or contact, owner, stage, dates and amounts are found by their names; nothing is imported before you have seen a preview.',
  people:
    'One row per person, with a header: a name, and an e-mail, group or group manager where there is one. Import people first, so that Targets find their owners.',
}

/** The first step: what it is, and the file. */
export function ChooseFile({ isOffline, onUploaded }: Props) {
  const [kind, setKind] = useState<ImportKind>('targets')
  const [sending, setSending] = useState<{ name: string; share: number; upload: Sending<Import> } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const send = async (file: File) => {
    if (file.size > importLimits.bytes) return setProblem(importLimits.tooLarge)
    setProblem(null)
    const form = { query: { kind }, files: { file } }
    const upload = sendForm(routes.upload, form, (share) => setSending((now) => now && { ...now, share }))
    setSending({ name: file.name, share: 0, upload })
    try {
      onUploaded((await upload.done).id)
    } catch (thrown) {
      setProblem(problemOf(thrown))
      setSending(null)
    }
  }
  return (
    <section className={s.flow} aria-label="Import a file">
      <Steps at="File" />
      <SegmentedControl
        className={s.kinds}
        aria-label="What is in the file"
        value={kind}
        disabled={sending !== null}
        onChange={(value) => setKind(value as ImportKind)}
        data={[
          { value: 'targets', label: 'Targets' },
          { value: 'people', label: 'People and groups' },
        ]}
      />
      <p className={s.lead}>{hints[kind]}</p>
      <Problem>{problem}</Problem>
      {sending ? (
        <div className={s.panel}>
          <p className={s.sending}>{sending.share < 1 ? `Sending ${sending.name} …` : `Reading ${sending.name} …`}</p>
          <Progress
            value={sending.share * 100}
            animated={sending.share === 1}
            aria-label={`Sending ${sending.name}`}
            size={8}
          />
          <Button variant="default" onClick={sending.upload.cancel}>
            Cancel
          </Button>
        </div>
      ) : (
        <Suspense fallback={<div className={s.dropPlace} />}>
          <FileDrop isDisabled={isOffline} onFile={send} onRefused={setProblem} />
        </Suspense>
      )}
    </section>
  )
}
