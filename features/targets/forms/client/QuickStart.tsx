import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useToday } from '#core/client/useToday.ts'
import { formatDay, formatDue } from '#core/contract/dates.ts'
import { Due } from '#core/ui/Due.tsx'
import { Value } from '#core/ui/Value.tsx'
import { targetLabels } from '../../client/labels.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { typeTerm, valueTerm } from '../../contract.ts'
import { bucketOf } from '../../facts.ts'
import { EXAMPLE } from './OneLine.tsx'
import s from './QuickStart.module.css'
import { withQuickLine } from './quickForm.ts'
import { blankForm, createErrors, createInputOf } from './targetForm.ts'
import { stepIsMissing, whoIsMissing } from './useQuickEntry.ts'
import { useReadLine } from './useReadLine.ts'

/** Creates the first Target from one line, with an example of the result. */
export function QuickStart() {
  const today = useToday()
  const actions = useTargetActions()
  const readLine = useReadLine(today)
  const [line, setLine] = useState('')
  const [error, setError] = useState<string>()
  const formOf = (text: string) => withQuickLine(blankForm(today), readLine(text))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const form = formOf(line)
    if (form.company === '' && form.contact === '') return setError(whoIsMissing)
    const [wrong] = Object.values(createErrors(form))
    if (wrong !== undefined) return setError(wrong)
    if (readLine(line).step === '' && error !== stepIsMissing) return setError(stepIsMissing)
    actions.create(createInputOf(form))
  }
  const example = formOf(EXAMPLE)
  const bucket = bucketOf({ status: 'active', due: example.due }, today) ?? 'soon'
  return (
    <div className="grid gap16 mt16 left">
      <form className={`grid gap8 ${s.line}`} onSubmit={submit}>
        <TextInput
          label="Your first Target in one line"
          autoComplete="off"
          autoCapitalize="words"
          enterKeyHint="done"
          maxLength={2000}
          value={line}
          error={error}
          onChange={(event) => {
            setLine(event.currentTarget.value)
            setError(undefined)
          }}
        />
        <Button type="submit" variant="default">
          {targetLabels.create}
        </Button>
      </form>
      <figure>
        <figcaption className="cap">For example, “{EXAMPLE}” becomes</figcaption>
        <div className={`grid mt4 rounded ${s.tile}`}>
          <span className={`row gap12 medium dim size12 ${s.tags}`}>
            <Value value={example.value} label={valueTerm[example.value]} />
            <span>{typeTerm[example.type]}</span>
          </span>
          <b className="title">{example.company}</b>
          <span className="dim">{example.contact}</span>
          <span className={`medium ${s.step}`}>{example.description}</span>
          <Due bucket={bucket} due={formatDue(example.due, today)} exact={formatDay(example.due)} />
        </div>
      </figure>
    </div>
  )
}
