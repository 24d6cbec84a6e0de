import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useToday, useZone } from '#core/client/useToday.ts'
import { formatDay } from '#core/contract/dates.ts'
import { type Frequency, stampOfRun } from '#core/contract/series.ts'
import { limits } from '../fields.ts'
import { frequencyLabels } from '../schedule.ts'
import s from './DigestPanel.module.css'
import type { DigestValues } from './digestForm.ts'
import { formatZone } from './digestLabels.ts'
import type { DigestFormState } from './useDigestForm.ts'

type Props = { form: DigestFormState['form'] }

/** Fields for the text and time of the digest. */
export function DigestFacts({ form }: Props) {
  const today = useToday()
  const { title, curated_by: by, description, day } = form.values
  const counted = (text: string, value: string, most: number) => (
    <span className={`flex between ${s.counted}`}>
      {text}
      <span className="cap num" aria-hidden>
        {value.length} / {most}
      </span>
    </span>
  )
  return (
    <section className={`stack ${s.facts}`} aria-label="About the digest">
      <TextInput
        label={counted('Title', title, limits.title)}
        maxLength={limits.title}
        data-autofocus
        {...form.field('title')}
      />
      <div className={`grid gap12 ${s.pair}`}>
        <TextInput
          label={counted('Curated by', by, limits.title)}
          maxLength={limits.title}
          {...form.field('curated_by')}
        />
        <NativeSelect
          label="Frequency"
          data={Object.entries(frequencyLabels).map(([value, label]) => ({ value, label }))}
          {...form.field('frequency')}
        />
      </div>
      <Textarea
        label={counted('Description', description, limits.description)}
        maxLength={limits.description}
        autosize
        minRows={2}
        maxRows={6}
        {...form.field('description')}
      />
      <div className={`grid gap12 ${s.pair}`}>
        <TextInput
          label="Subject (optional)"
          placeholder={title || 'The title'}
          maxLength={limits.subject}
          {...form.field('subject')}
        />
        <TextInput
          label="Preview text (optional)"
          placeholder={description || 'The description'}
          maxLength={limits.preheader}
          {...form.field('preheader')}
        />
      </div>
      <Checkbox
        label="Greet each person by first name"
        description="Each email begins with a line such as “Hello Dana.”"
        {...form.box('greets')}
      />
      <div>
        <div className={`grid gap12 ${s.pair}`}>
          <TextInput
            type="date"
            label="Scheduled date"
            min={today}
            {...form.field('day')}
            error={form.errorOf('day') ?? (day !== '' && form.isDirty ? form.errors.day : undefined)}
          />
          <TextInput type="time" label="Time" {...form.field('time')} />
        </div>
        <Next values={form.values} />
      </div>
    </section>
  )
}

/** Shows the firm's time zone and the next run. */
function Next({ values: { day, time, frequency } }: { values: DigestValues }) {
  const zone = useZone()
  const next =
    day === '' || time === ''
      ? null
      : stampOfRun({ start: `${day} ${time}:00`, frequency: Number(frequency) as Frequency }, 1)
  return (
    <p className="cap mt4">
      {formatZone(zone)}.
      {next &&
        ` Then ${frequencyLabels[Number(frequency) as Frequency].toLowerCase()}, next on ${formatDay(next.slice(0, 10))}.`}
    </p>
  )
}
