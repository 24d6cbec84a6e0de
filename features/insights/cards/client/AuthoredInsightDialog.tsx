import '@mantine/core/styles/Input.layer.css'
import { Textarea, TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { addDays } from '#core/contract/dates.ts'
import { ConflictNotice } from '#core/ui/form/ConflictNotice.tsx'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { unsavedQuestion, usePanelClosing } from '../../client/usePanelClosing.ts'
import { type AuthoredInsight, AuthoredInsightInput, cardLimits as limits, routes } from '../contract.ts'
import s from './Written.module.css'

type Props = {
  /** null for a new card. */
  card: AuthoredInsight | null
  today: string
  onClose: () => void
  onSaved: (all: { insights: AuthoredInsight[] }) => void
  /** Called when someone else has changed the card, to reload it. */
  onStale: () => Promise<void>
}

/** Days from the first to the default last day of a new card. */
const SHOWN_DAYS = 13

/** Edits one card for everyone: its observation, an optional figure, and a suggestion. */
export function AuthoredInsightDialog({ card, today, onClose, onSaved, onStale }: Props) {
  const form = useForm({
    draft: `insight:${card?.id ?? ''}`,
    initial: {
      category: card?.category ?? '',
      observation: card?.observation ?? '',
      data_value: card?.data_value ?? '',
      data_label: card?.data_label ?? '',
      suggestion: card?.suggestion ?? '',
      begins: card?.begins ?? today,
      ends: card?.ends ?? addDays(today, SHOWN_DAYS),
    },
    shape: AuthoredInsightInput,
    send: async (body) => {
      onSaved(
        card
          ? await call(routes.rewrite, { params: { id: card.id }, body: { ...body, revision: card.revision } })
          : await call(routes.write, { body }),
      )
      return card ? 'Insight saved.' : body.begins > today ? 'Insight scheduled.' : 'Insight published.'
    },
    onDone: onClose,
  })
  const unsaved = usePanelClosing(form, onClose)
  return (
    <>
      <FormDialog
        title={card ? 'Edit insight' : 'Write an insight'}
        form={form}
        isCovered={unsaved.isAsking}
        onClose={unsaved.close}
        verb={card ? 'Save' : 'Publish'}
        isTall
      >
        <ConflictNotice problem={form.problem} onShow={onStale} />
        <Textarea
          label="Observation"
          description="One sentence, in your own words."
          data-autofocus
          autosize
          minRows={2}
          maxRows={4}
          maxLength={limits.observation}
          {...form.field('observation')}
        />
        <TextInput label="Category" maxLength={limits.category} {...form.field('category')} />
        <div className={`grid gap12 ${s.pair}`}>
          <TextInput label="Figure" placeholder="2 of 3" maxLength={limits.dataValue} {...form.field('data_value')} />
          <TextInput
            label="Figure label"
            placeholder="tenders won with the fee table"
            maxLength={limits.dataLabel}
            {...form.field('data_label')}
          />
        </div>
        <Textarea
          label="Suggestion"
          description="Everyone can turn it into a step."
          autosize
          minRows={2}
          maxRows={8}
          maxLength={limits.suggestion}
          {...form.field('suggestion')}
        />
        <div className={`grid gap12 ${s.pair}`}>
          <TextInput type="date" label="From" {...form.field('begins')} />
          <TextInput type="date" label="To" {...form.field('ends')} />
        </div>
      </FormDialog>
      <UnsavedPrompt unsaved={unsaved} question={unsavedQuestion('this insight')} />
    </>
  )
}
