import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Text.layer.css'
import '@mantine/core/styles/Anchor.layer.css'
import { Anchor, Button, NativeSelect, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { call } from '#core/client/api.ts'
import { useQuery } from '#core/client/query.ts'
import { Link } from '#core/client/router/Link.tsx'
import { useSession } from '#core/client/session.ts'
import { useIsOnline } from '#core/client/useIsOnline.ts'
import { useToday, useZone } from '#core/client/useToday.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { whenOnline } from '#core/contract/phrases.ts'
import { mailPresetLabels, mailPresets } from '#core/contract/ranges.ts'
import { useForm } from '#core/ui/form/useForm.ts'
import { NeedsConnection } from '#core/ui/NeedsConnection.tsx'
import { PeopleSelect } from '#core/ui/PeopleSelect.tsx'
import { formatStampInSentence } from '#core/ui/runs/formatRun.ts'
import { SidePanel } from '#core/ui/SidePanel.tsx'
import { MOST_RECIPIENTS, routes, type Schedule } from '../contract.ts'
import { SCHEDULES } from '../paths.ts'
import { schedulePeople } from '../queries.ts'
import { formatHour, formatLabels, formatMonthDay, scheduleName, weekdays } from './labels.ts'
import s from './Schedules.module.css'
import {
  blankFor,
  type ScheduleValues,
  scheduleFormValues,
  scheduleInput,
  type WantedRecipients,
} from './scheduleForm.ts'

type Props = {
  /** A new schedule for the report on the screen, or an existing one. */
  of: WantedRecipients | Schedule
  onSaved?: (schedule: Schedule) => void
  onClose: () => void
}

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)
const isThere = (of: WantedRecipients | Schedule): of is Schedule => 'revision' in of

export function SchedulePanel({ of, onSaved, onClose }: Props) {
  const today = useToday()
  const zone = useZone()
  const isOnline = useIsOnline()
  const me = useSession()?.user.id ?? ''
  const name = scheduleName(of)
  const schedule = isThere(of) ? of : null
  const asked = useQuery(schedulePeople, { code: of.code, key: of.about.key, id: of.about.id })
  const form = useForm<ScheduleValues>({
    initial: isThere(of) ? scheduleFormValues(of) : blankFor(of, today, me),
    check: ({ user_ids }) => ({
      ...(user_ids.length === 0 && { user_ids: 'Choose at least one person.' }),
      ...(user_ids.length > MOST_RECIPIENTS && { user_ids: `Choose up to ${MOST_RECIPIENTS} people.` }),
    }),
    send: async (values) => {
      const body = scheduleInput(of, values)
      const saved = schedule
        ? await call(routes.change, { params: { id: schedule.id }, body: { ...body, revision: schedule.revision } })
        : await call(routes.add, { body })
      onSaved?.(saved)
      return saved.next_run ? `First email: ${formatStampInSentence(saved.next_run, today)}.` : 'Saved.'
    },
    onDone: onClose,
  })
  const { frequency } = form.values
  const isDated = of.days !== null
  const { user_ids: chosen } = form.values
  const { choices, shown } = useChoices(asked.value?.people, schedule, chosen)
  return (
    <SidePanel
      title={schedule ? 'Edit scheduled report' : 'Email this report'}
      form={form}
      onClose={onClose}
      foot={
        <Button type="submit" disabled={!isOnline} aria-disabled={form.isBusy || undefined}>
          {schedule ? 'Save' : 'Schedule'}
        </Button>
      }
    >
      <NeedsConnection isOffline={!isOnline} what={whenOnline('schedule reports')} />
      <section className={`stack ${s.fields}`} aria-label="Contents">
        <p className="stack gap2">
          <b>{name}</b>
          <span className="cap">Each person gets only what they can see themselves, as of when the email is sent.</span>
        </p>
        <div className={`grid ${s.pair}`}>
          <NativeSelect
            label="How often"
            data-autofocus
            data={[
              { value: 'weekly', label: 'Weekly' },
              { value: 'monthly', label: 'Monthly' },
            ]}
            {...form.field('frequency')}
          />
          {frequency === 'weekly' ? (
            <NativeSelect
              label="Day"
              data={weekdays.map((label, at) => ({ value: String(at + 1), label }))}
              {...form.field('weekday')}
            />
          ) : (
            <NativeSelect
              label="Day of the month"
              data={numbers(1, 31).map((day) => ({ value: String(day), label: formatMonthDay(day) }))}
              {...form.field('day')}
            />
          )}
          <NativeSelect
            label="Time"
            data={numbers(0, 23).map((hour) => ({ value: String(hour), label: formatHour(hour) }))}
            {...form.field('hour')}
          />
          <NativeSelect
            label="Format"
            data={Object.entries(formatLabels).map(([value, label]) => ({ value, label }))}
            {...form.field('format')}
          />
          {isDated && (
            <NativeSelect
              label="Date range"
              data={mailPresets.map((value) => ({ value, label: mailPresetLabels[value] }))}
              {...form.field('days')}
            />
          )}
        </div>
        <p className={`cap ${s.clocks}`}>
          In your firm’s time zone ({zone.replaceAll('_', ' ')}).
          {frequency === 'monthly' &&
            Number(form.values.day) > 28 &&
            ' In shorter months, it goes out on the last day.'}
        </p>
        <AnswerState of={asked} />
        <PeopleSelect
          label="To"
          placeholder={chosen.length === 0 ? 'People who can see this report' : undefined}
          empty="No one else can see this report."
          maxHeight={260}
          most={MOST_RECIPIENTS}
          disabled={!asked.value}
          options={choices}
          chosen={shown}
          error={form.errorOf('user_ids')}
          onChange={(ids) => form.set('user_ids', ids)}
        />
        <TextInput label="Subject (optional)" maxLength={150} placeholder={name} {...form.field('subject')} />
        {!schedule && (
          <Anchor component={Link} to={SCHEDULES} size="sm">
            All scheduled reports
          </Anchor>
        )}
      </section>
    </SidePanel>
  )
}

type Person = Pick<Schedule['recipients'][number], 'user_id' | 'first_name' | 'last_name'>

/** Returns the people who can be chosen, current recipients among them, and which of them are. */
function useChoices(people: readonly Person[] | undefined, schedule: Schedule | null, chosen: readonly string[]) {
  const choices = useMemo(() => {
    const all = [...(people ?? []), ...(schedule?.recipients ?? [])]
    const names = new Map(all.map((person) => [person.user_id, fullNameOf(person)]))
    return [...names].map(([value, label]) => ({ value, label }))
  }, [people, schedule])
  const shown = useMemo(() => {
    const known = new Set(choices.map(({ value }) => value))
    return chosen.filter((id) => known.has(id))
  }, [choices, chosen])
  return { choices, shown }
}
