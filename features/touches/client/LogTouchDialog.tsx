import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Chip.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import { Checkbox, Chip, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { LogTouchProps } from '#core/client/feature.ts'
import { useToday, useZone } from '#core/client/useToday.ts'
import { addDays, formatDay } from '#core/contract/dates.ts'
import chips from '#core/ui/chips.module.css'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { LogTouchLocal } from '../actions.ts'
import { type Touch, type TouchContact, TouchKind, touchLimits } from '../contract.ts'
import { touchKindLabels, usualDirection } from '../touchLabels.ts'
import { readTouchLine } from '../touchLine.ts'
import { instantOfDay } from './instantOfDay.ts'
import { kindIcons } from './kindIcons.ts'
import s from './LogTouchDialog.module.css'
import { useTouchActions } from './touchActionsOn.ts'

/** Values that were chosen. Null where the line decides. */
type Chosen = { kind: TouchKind | null; contacts: readonly string[] | null; day: string | null; minutes: string | null }
type Typed = Chosen & { line: string; text: string; shown: boolean; targetId: string }

/** Logs a touch in one line, in two taps without one, or changes a touch. */
export function LogTouchDialog({ about, touch, onClose }: LogTouchProps) {
  const before = touch as Touch | undefined
  const zone = useZone()
  const today = useToday()
  const actions = useTouchActions()
  const known = useMemo(() => offered(about.contacts, before), [about.contacts, before])
  const form = useForm<Typed>({
    draft: `touch:${before?.id ?? about.targetId ?? about.name}`,
    initial: before ? typedOf(before) : { ...blank, targetId: about.targetId ?? about.targets?.[0]?.id ?? '' },
    check: (typed) => errorsOf(typed, before),
    isEager: true,
    act: (typed) => {
      const input = inputOf(typed)
      return before ? actions.edit(before, changesOf(before, input)) : actions.log(input, about.name)
    },
    onDone: onClose,
  })
  const { values } = form
  const read = useMemo(
    () => (before ? null : readTouchLine(values.line, known, today)),
    [before, values.line, known, today],
  )
  const kind = values.kind ?? read?.kind ?? 'call'
  const named = read?.contacts.map(({ id }) => id) ?? []
  const contactIds = values.contacts ?? (named.length > 0 ? named : known.slice(0, 1).map(({ id }) => id))
  const day = values.day ?? read?.day ?? today
  const minutes = values.minutes ?? (read?.minutes ? String(read.minutes) : '')

  function inputOf({ line, text, shown, targetId }: Typed): LogTouchLocal {
    return {
      target_id: targetId || null,
      kind,
      at: before?.day === day ? before.at : instantOfDay(zone, day),
      direction: before?.kind === kind ? before.direction : read?.kind === kind ? read.direction : usualDirection[kind],
      contacts: known.filter(({ id }) => contactIds.includes(id)),
      minutes: minutes.trim() === '' ? null : Number(minutes),
      subject: (read ? read.subject : line.trim()).slice(0, touchLimits.subject),
      text,
      shown,
    }
  }

  return (
    <FormDialog
      size={560}
      title={before ? 'Change this touch' : `Log a touch with ${about.name}`}
      form={form}
      onClose={onClose}
      verb={before ? 'Save' : 'Log it'}
    >
      <TextInput
        label={before ? 'Subject' : 'What happened?'}
        placeholder={before ? '' : 'Called Jane 20 min about the fees'}
        autoComplete="off"
        data-autofocus
        {...form.field('line')}
      />
      <Kinds kind={kind} onChange={(given) => form.set('kind', given)} />
      {known.length > 0 && (
        <With
          known={known}
          chosen={contactIds}
          error={form.errorOf('contacts')}
          onChange={(given) => form.set('contacts', given)}
        />
      )}
      {!before && about.targets && about.targets.length > 0 && (
        <NativeSelect
          label="On"
          data={[
            ...about.targets.map(({ id, name }) => ({ value: id, label: name })),
            { value: '', label: 'No Target' },
          ]}
          {...form.field('targetId')}
        />
      )}
      <When day={day} today={today} error={form.errorOf('day')} onChange={(given) => form.set('day', given)} />
      <TextInput
        label={<Optional>Minutes</Optional>}
        inputMode="numeric"
        autoComplete="off"
        className={s.minutes}
        name="minutes"
        value={minutes}
        error={form.errorOf('minutes')}
        onChange={(event) => form.set('minutes', event.currentTarget.value)}
      />
      <Textarea label={<Optional>Notes</Optional>} autosize minRows={2} maxRows={8} {...form.field('text')} />
      {about.isShared ? (
        <Checkbox
          label="Show subject and notes to collaborators"
          description="Managers never see them."
          {...form.box('shown')}
        />
      ) : (
        <p className="cap">
          Only you see subject, minutes, and notes. Others on the Target and managers see kind, day, and names.
        </p>
      )}
    </FormDialog>
  )
}

const chip = { label: chips.chip, iconWrapper: chips.hidden }

const Optional = ({ children }: { children: string }) => (
  <>
    {children}
    <span className="size12 regular dim"> optional</span>
  </>
)

function Kinds({ kind, onChange }: { kind: TouchKind; onChange: (kind: TouchKind) => void }) {
  return (
    <fieldset>
      <legend className={`mb4 medium ${s.legend}`}>Kind</legend>
      <Chip.Group value={kind} onChange={(given) => onChange(given as TouchKind)}>
        <div className={`flex wrap gap8 ${chips.row} ${chips.pairs}`}>
          {TouchKind.options.map((one) => (
            <Chip key={one} value={one} variant="outline" classNames={chip}>
              <span className="inline gap6">
                <Icon name={kindIcons[one]} size={16} />
                {touchKindLabels[one]}
              </span>
            </Chip>
          ))}
        </div>
      </Chip.Group>
    </fieldset>
  )
}

type WithProps = {
  known: readonly TouchContact[]
  chosen: readonly string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

function With({ known, chosen, error, onChange }: WithProps) {
  return (
    <fieldset>
      <legend className={`mb4 medium ${s.legend}`}>With</legend>
      <Chip.Group multiple value={[...chosen]} onChange={onChange}>
        <div className={`flex wrap gap8 ${chips.row}`}>
          {known.map(({ id, name }) => (
            <Chip key={id} value={id} variant="outline" classNames={{ ...chip, label: `${chips.chip} ${s.name}` }}>
              <span className="one">{name}</span>
            </Chip>
          ))}
        </div>
      </Chip.Group>
      {error && (
        <p className="small mt4 error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}

type WhenProps = { day: string; today: string; error: string | undefined; onChange: (day: string) => void }

function When({ day, today, error, onChange }: WhenProps) {
  const days = [
    { value: today, label: 'Today' },
    { value: addDays(today, -1), label: 'Yesterday' },
  ]
  const isListed = days.some(({ value }) => value === day)
  const [isOpen, setOpen] = useState(!isListed)
  return (
    <fieldset>
      <legend className={`mb4 medium ${s.legend}`}>When</legend>
      <div className={`flex wrap gap8 ${chips.row}`}>
        <Chip.Group
          value={isOpen || !isListed ? OTHER : day}
          onChange={(given) => {
            setOpen(given === OTHER)
            if (given !== OTHER) onChange(given as string)
          }}
        >
          {days.map(({ value, label }) => (
            <Chip key={value} value={value} variant="outline" classNames={chip} title={formatDay(value)}>
              {label}
            </Chip>
          ))}
          <Chip value={OTHER} variant="outline" classNames={chip}>
            Another day
          </Chip>
        </Chip.Group>
      </div>
      {(isOpen || !isListed) && (
        <TextInput
          type="date"
          className={`mt8 ${s.day}`}
          aria-label="Day"
          name="day"
          max={today}
          value={day}
          error={error}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </fieldset>
  )
}
const OTHER = 'other'

const blank: Typed = {
  line: '',
  text: '',
  shown: false,
  kind: null,
  contacts: null,
  day: null,
  minutes: null,
  targetId: '',
}

const typedOf = ({ subject, text, shown, kind, contacts, day, minutes, target_id }: Touch): Typed => ({
  targetId: target_id ?? '',
  line: subject,
  text: text ?? '',
  shown,
  kind,
  contacts: contacts.map(({ id }) => id),
  day,
  minutes: minutes === null ? '' : String(minutes),
})

/** A contact that left the Target stays on the touch. */
function offered(contacts: LogTouchProps['about']['contacts'], before: Touch | undefined) {
  const others = (before?.contacts ?? []).filter(({ id }) => !contacts.some((one) => one.id === id))
  return [...contacts, ...others].slice(0, touchLimits.contacts)
}

function errorsOf({ line, text, day, minutes, contacts, targetId }: Typed, touch: Touch | undefined) {
  const mostText = touch && touch.source !== 'typed' ? touchLimits.text : touchLimits.typed
  const length = Number(minutes ?? '')
  const isLength =
    (minutes ?? '').trim() === '' || (Number.isInteger(length) && length >= 1 && length <= touchLimits.minutes)
  return {
    line: line.trim().length > touchLimits.subject ? `Maximum length is ${touchLimits.subject} characters` : undefined,
    text: text.length > mostText ? `Maximum length is ${mostText} characters` : undefined,
    day: day === '' ? 'Choose a date.' : undefined,
    minutes: isLength ? undefined : `Enter a whole number from 1 to ${touchLimits.minutes}.`,
    contacts: targetId === '' && contacts?.length === 0 ? 'Choose a contact.' : undefined,
  }
}

/** Only values that differ, because others can have changed in the meantime. */
function changesOf(before: Touch, { target_id: _, dropped: __, ...input }: LogTouchLocal) {
  const names = (Object.keys(input) as (keyof typeof input)[]).filter(
    (name) => JSON.stringify(input[name]) !== JSON.stringify(before[name] ?? ''),
  )
  return Object.fromEntries(names.map((name) => [name, input[name]]))
}
