import { Button } from '@mantine/core'
import { useState } from 'react'
import { later } from '#core/client/later.tsx'
import { useReading } from '#core/client/reading.ts'
import { useIsOnline } from '#core/client/useIsOnline.ts'
import { useZone } from '#core/client/useToday.ts'
import { SidePanel } from '#core/ui/SidePanel.tsx'
import { contentReach } from '../../library/readings.ts'
import type { Digest } from '../contract.ts'
import { digestLists, digestTemplates } from '../readings.ts'
import { DigestFacts } from './DigestFacts.tsx'
import { wrongIn } from './digestForm.ts'
import { digestWords } from './digestWords.ts'
import { ItemsField } from './ItemsField.tsx'
import { RecipientsField } from './RecipientsField.tsx'
import { TemplateField } from './TemplateField.tsx'
import type { DigestFormState } from './useDigestForm.ts'

const PreviewDialog = later(() => import('./PreviewDialog.tsx').then((file) => file.PreviewDialog))
const none = {}

type Props = { state: DigestFormState; onClose: () => void }

/** A digest as it is put together: what it says, how it looks, what is in it, and to whom it goes. The Library stays at hand beside it. */
export function DigestPanel({ state, onClose }: Props) {
  const { form, isScheduled, keep } = state
  const isOnline = useIsOnline()
  const zone = useZone()
  const templates = useReading(digestTemplates, none)
  const lists = useReading(digestLists, none)
  const reach = useReading(contentReach, none)
  const [shown, setShown] = useState<Digest | null>(null)
  const wrong = wrongIn(form.values, { now: new Date().toISOString(), zone })
  const isWhole = Object.keys(wrong).length === 0
  const verb = isScheduled ? 'Save' : 'Create'
  const keepDraft = async () => {
    if (await keep()) onClose()
  }
  const preview = async () => setShown(await keep())
  return (
    <SidePanel
      title={isScheduled ? 'Edit digest' : digestWords.create}
      form={form}
      onClose={onClose}
      foot={
        <>
          {!isScheduled && (
            <Button variant="subtle" color="gray" disabled={!isOnline || form.isBusy} onClick={() => void keepDraft()}>
              Save as a draft
            </Button>
          )}
          <Button variant="default" disabled={!isOnline || !isWhole || form.isBusy} onClick={() => void preview()}>
            Preview
          </Button>
          <Button type="submit" disabled={!isOnline || !isWhole} aria-disabled={form.isBusy || undefined}>
            {verb}
          </Button>
        </>
      }
    >
      <DigestFacts form={form} wrong={wrong} />
      <TemplateField form={form} asked={templates} />
      <ItemsField state={state} />
      <RecipientsField form={form} lists={lists} reach={reach.value} />
      {shown && (
        <PreviewDialog digest={shown} submit={{ verb, run: () => void form.submit() }} onClose={() => setShown(null)} />
      )}
    </SidePanel>
  )
}
