import { Button, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '#core/client/api.ts'
import { useChange } from '#core/client/useChange.ts'
import type { Lists } from '#core/contract/session.ts'
import { Problem } from '#core/ui/Problem.tsx'
import p from '../../people/client/People.module.css'
import { firmLimits, ListsInput, firmRoutes as routes } from '../contract.ts'
import type { FirmPart } from './firmPart.ts'

const fields: { name: keyof Lists; label: string; tells: string }[] = [
  { name: 'lost_reasons', label: 'Lost reasons', tells: 'Offered when a target is marked as lost.' },
  { name: 'objectives', label: 'Objectives', tells: 'Examples offered with a new target.' },
  { name: 'step_starters', label: 'Step starters', tells: 'Words that begin a step, one tap away.' },
]
const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** What the firm offers while a target is written: one entry on each line. */
export function FirmLists({ firm, isOffline, onChanged }: FirmPart) {
  const [texts, setTexts] = useState({
    lost_reasons: firm.lists.lost_reasons.join('\n'),
    objectives: firm.lists.objectives.join('\n'),
    step_starters: firm.lists.step_starters.join('\n'),
  })
  const { isBusy, problem, errors, run, setErrors } = useChange()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const lists = Object.fromEntries(fields.map(({ name }) => [name, linesOf(texts[name])]))
    const parsed = ListsInput.safeParse(lists)
    setErrors(problemsOf(parsed.error?.issues ?? []))
    if (!parsed.success) return
    await run(async () => {
      await call(routes.putLists, { body: parsed.data })
      await onChanged()
      return 'The lists are saved.'
    })
  }
  const reset = () =>
    run(async () => {
      await call(routes.resetLists, {})
      await onChanged()
      return "The lists are the product's own again."
    })
  return (
    <form className={p.section} onSubmit={submit} noValidate aria-labelledby="firm-lists">
      <div>
        <h3 id="firm-lists">Lists</h3>
        <p className={p.why}>One entry on each line, at most {firmLimits.entries}.</p>
      </div>
      <Problem>{problem}</Problem>
      {fields.map(({ name, label, tells }) => (
        <Textarea
          key={name}
          label={label}
          description={tells}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          rows={Math.min(10, Math.max(4, texts[name].split('\n').length))}
          value={texts[name]}
          error={errors[name]}
          onChange={(event) => {
            const { value } = event.currentTarget
            setTexts((now) => ({ ...now, [name]: value }))
            const { [name]: _, ...others } = errors
            setErrors(others)
          }}
        />
      ))}
      <div className={p.actions}>
        <Button type="submit" disabled={isOffline} aria-disabled={isBusy || undefined}>
          Save lists
        </Button>
        {!firm.has_default_lists && (
          <Button variant="default" disabled={isOffline} aria-disabled={isBusy || undefined} onClick={reset}>
            Back to the original lists
          </Button>
        )}
      </div>
    </form>
  )
}

/** What is wrong with a line is said of its list, with the line's number. */
function problemsOf(issues: { path: PropertyKey[]; message: string }[]): Record<string, string> {
  const errors: Record<string, string> = {}
  for (const { path, message } of issues) {
    const [name, line] = path
    errors[String(name)] ??= typeof line === 'number' ? `Line ${line + 1}: ${message}` : message
  }
  return errors
}
