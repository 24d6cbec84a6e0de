import { Button } from '@mantine/core'
import { useState } from 'react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useQuery } from '#core/client/query.ts'
import { useIsOnline } from '#core/client/useIsOnline.ts'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { SidePanel } from '#core/ui/SidePanel.tsx'
import { unsavedQuestion, usePanelClosing } from '../../client/usePanelClosing.ts'
import { contentReach } from '../../library/queries.ts'
import type { Digest } from '../contract.ts'
import type { DistributionList } from '../lists.ts'
import { digestLists, digestTemplates } from '../queries.ts'
import { DigestFacts } from './DigestFacts.tsx'
import { loadedRecipients } from './digestForm.ts'
import { digestLabels } from './digestLabels.ts'
import { ItemsField } from './ItemsField.tsx'
import { Missing } from './Missing.tsx'
import { RecipientsField } from './RecipientsField.tsx'
import { TemplateField } from './TemplateField.tsx'
import { useContacts } from './useContacts.ts'
import type { DigestFormState } from './useDigestForm.ts'
import { useListPeople } from './useListPeople.ts'

const PreviewDialog = lazyComponent(() => import('./PreviewDialog.tsx').then((file) => file.PreviewDialog))
const all = {}
const none: string[] = []
const noLists: DistributionList[] = []

type Props = { state: DigestFormState; onClose: () => void }

/** Edits a digest: its text, template, items, and recipients. The Library stays usable beside it. */
export function DigestPanel({ state, onClose }: Props) {
  const { form, isScheduled, isDirty, keep } = state
  const isOnline = useIsOnline()
  const templates = useQuery(digestTemplates, all)
  const lists = useQuery(digestLists, all)
  const reach = useQuery(contentReach, all)
  const [shown, setShown] = useState<Digest | null>(null)
  const { list_ids: chosen } = form.values
  // The server counts the contacts until the recipients have loaded.
  const wanted = loadedRecipients(form.values) ? chosen : none
  const listPeople = useListPeople(lists.value?.distributionlists ?? noLists, wanted)
  const contacts = useContacts({ values: form.values, stored: state.stored, listPeople, reach: reach.value })
  const isNoOne = lists.value !== undefined && reach.value !== undefined && contacts.count === 0
  const wrong = [...Object.keys(form.errors), ...(isNoOne ? ['user_ids'] : [])]
  const isWhole = wrong.length === 0
  const verb = isScheduled ? 'Save' : 'Create'
  const keepDraft = async () => {
    const isKept = (await keep()) !== null
    if (isKept) onClose()
    return isKept
  }
  const unsaved = usePanelClosing({ isDirty, submit: isScheduled ? form.submit : keepDraft }, onClose)
  const preview = async () => setShown(await keep())
  return (
    <>
      <SidePanel
        title={isScheduled ? 'Edit digest' : digestLabels.create}
        form={form}
        onClose={unsaved.close}
        note={
          <Missing
            verb={isScheduled ? 'save the digest' : 'create the digest'}
            isOnline={isOnline}
            wrong={wrong}
            form={form.element}
          />
        }
        foot={
          <>
            {!isScheduled && (
              <Button
                variant="subtle"
                color="gray"
                disabled={!isOnline || form.isBusy}
                onClick={() => void keepDraft()}
              >
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
        <DigestFacts form={form} />
        <TemplateField form={form} asked={templates} />
        <ItemsField state={state} />
        <RecipientsField state={state} lists={lists} listPeople={listPeople} reach={reach.value} contacts={contacts} />
        {shown && (
          <PreviewDialog
            digest={shown}
            submit={{ verb, run: () => void form.submit() }}
            onClose={() => setShown(null)}
          />
        )}
      </SidePanel>
      <UnsavedPrompt
        unsaved={unsaved}
        question={
          isScheduled
            ? unsavedQuestion('this digest')
            : 'You have made changes to this digest. Do you want to save them as a draft first?'
        }
      />
    </>
  )
}
