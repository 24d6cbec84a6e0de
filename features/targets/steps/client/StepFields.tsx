import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { useRef } from 'react'
import type { FormState } from '#core/ui/form/useForm.ts'
import { useTargetPlace } from '../../client/targetPlace.ts'
import { isPlaceholder } from '../../contract.ts'
import s from '../../forms/client/fields.module.css'
import { type StepForm, withStarter } from '../../forms/client/targetForm.ts'
import { DueField } from './DueField.tsx'
import { useOffered } from './offered.ts'
import { RemindField } from './RemindField.tsx'

type Props = {
  label: string
  form: FormState<StepForm>
  today: string
  hasCursor?: boolean
  /** Omits the reminder, which is elsewhere then. */
  isShort?: boolean
}

/** Edits the next step and its due date. Starter buttons prefix their word. */
export function StepFields({ label, form, today, hasCursor, isShort = false }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const { proxyFor } = useTargetPlace()
  const { step_starters } = useOffered()
  const start = (starter: string) => {
    form.set('description', withStarter(form.values.description, starter, step_starters))
    // Moves the cursor behind the word once the new text is in the field.
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
          autoComplete="off"
          data-autofocus={hasCursor || undefined}
          {...form.field('description')}
        />
        <fieldset className={`flex wrap gap6 mt8 ${s.chips}`} aria-label="Step starters">
          {step_starters.map((starter) => (
            <Button
              key={starter}
              size="compact-sm"
              variant="default"
              className={s.starter}
              data-on={form.values.description.startsWith(`${starter} `) || undefined}
              onClick={() => start(starter)}
            >
              {starter}
            </Button>
          ))}
        </fieldset>
      </div>
      {isPlaceholder(form.values) ? (
        <p className="cap">There is no due date until you write a step.</p>
      ) : (
        <>
          <DueField today={today} {...form.field('due')} />
          {!proxyFor && !isShort && <RemindField {...form.field('remind')} />}
        </>
      )}
    </>
  )
}
