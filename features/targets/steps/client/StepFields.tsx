import { Button, TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useTargetPlace } from '../../client/targetPlace.ts'
import s from '../../entering/client/fields.module.css'
import { type StepForm, withStarter } from '../../entering/client/targetForm.ts'
import { DueField } from './DueField.tsx'
import { useOffered } from './offered.ts'
import { RemindField } from './RemindField.tsx'

type Props = {
  label: string
  value: StepForm
  today: string
  errorOf: (name: keyof StepForm) => string | undefined
  set: <K extends keyof StepForm>(name: K, value: StepForm[K]) => void
  hasCursor?: boolean
}

/** What to do next and by when; a starter puts its word in front. */
export function StepFields({ label, value, today, errorOf, set, hasCursor }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { proxyFor } = useTargetPlace()
  const { step_starters } = useOffered()
  const start = (starter: string) => {
    set('description', withStarter(value.description, starter, step_starters))
    // The cursor goes behind the word once the new text is in the field.
    requestAnimationFrame(() => {
      input.current?.focus()
      const end = input.current?.value.length ?? 0
      input.current?.setSelectionRange(end, end)
    })
  }
  return (
    <>
      <div>
        <TextInput
          ref={input}
          label={label}
          name="description"
          autoComplete="off"
          data-autofocus={hasCursor || undefined}
          value={value.description}
          error={errorOf('description')}
          onChange={(event) => set('description', event.currentTarget.value)}
        />
        <fieldset className={s.chips} aria-label="Step starters">
          {step_starters.map((starter) => (
            <Button
              key={starter}
              size="compact-sm"
              variant="default"
              className={s.starter}
              data-on={value.description.startsWith(`${starter} `) || undefined}
              onClick={() => start(starter)}
            >
              {starter}
            </Button>
          ))}
        </fieldset>
      </div>
      <DueField value={value.due} today={today} error={errorOf('due')} onChange={(due) => set('due', due)} />
      {!proxyFor && <RemindField value={value.remind} onChange={(at) => set('remind', at)} />}
    </>
  )
}
