import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect, Radio, Textarea, UnstyledButton } from '@mantine/core'
import '@mantine/core/styles/Radio.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import { useId, useState } from 'react'
import type { IntoStepProps } from '#core/client/feature.ts'
import { siteOrigin } from '#core/client/serverAddress.ts'
import { useRows } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { useToday } from '#core/client/useToday.ts'
import { shortNameOf, targetDisplayName } from '../../client/labels.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { limits, type Target, targetEndpoints } from '../../contract.ts'
import { openTask } from '../../facts.ts'
import { snoozes } from '../snoozes.ts'
import { withSavedSteps } from './keptSteps.ts'
import s from './TurnIntoStep.module.css'

/**
 * Turns a text from another area into a target's next step. If a step is open, the person chooses what to do with it.
 */
export function TurnIntoStep({ texts, source, onDone }: IntoStepProps) {
  const today = useToday()
  const actions = useTargetActions()
  const mine = useRows(targetEndpoints)
    .filter(({ status, isTemp }: Target & { isTemp?: boolean }) => status === 'active' && !isTemp)
    .sort((a, b) => targetDisplayName(a).localeCompare(targetDisplayName(b)))
  const namedIn = (at: number) => {
    const words = `${texts[at]?.about ?? ''} ${texts[at]?.text ?? ''}`.toLowerCase()
    return mine.find(({ company }) => company !== '' && words.includes(company.toLowerCase()))?.id
  }
  const [chosen, setChosen] = useState(() => namedIn(0) ?? '')
  const [text, setText] = useState(texts[0]?.text.slice(0, limits.step) ?? '')
  const days = snoozes(today)
  const [when, setWhen] = useState<(typeof days)[number]['label']>('Tomorrow')
  const due = days.find(({ label }) => label === when)!.day
  /** The person's choice for the open step of this Target. Nothing happens before it. */
  const [fate, setFate] = useState<{ of: string; isKept: boolean } | null>(null)
  const group = useId()
  const take = (at: number) => {
    setText(texts[at]!.text.slice(0, limits.step))
    setChosen(namedIn(at) ?? chosen)
  }
  const target = mine.find(({ id }) => id === chosen)
  const open = target && openTask(target)
  const said = fate?.of === chosen ? fate : null
  const isKept = said?.isKept === true
  const isReady = text.trim() !== '' && target !== undefined && (!open || said !== null)
  if (mine.length === 0) return <p className="dim">You aren’t pursuing any Targets. Create one first.</p>
  const add = () => {
    if (!target) return
    const step = text.trim()
    if (open && isKept) {
      const note = withSavedSteps(target.note, step)
      if (note.length > limits.note)
        return void toast({
          message: 'Your note on this Target is full. Shorten it, or do the open step first.',
          color: 'red',
        })
      if (actions.writeNote(target.id, note, target.note)) onDone()
      return
    }
    const help = `${source.label}: ${siteOrigin()}${source.path}`.slice(0, limits.help)
    if (actions.takeStep(target.id, { description: step, due, help }, open?.description ?? null)) onDone()
  }
  return (
    <form
      className="stack gap8"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) add()
      }}
    >
      {texts.length > 1 && (
        <NativeSelect
          aria-label="Answer"
          data={texts.map(({ label }, i) => ({ value: String(i), label }))}
          onChange={(event) => take(Number(event.currentTarget.value))}
        />
      )}
      <NativeSelect
        aria-label="Target"
        data={[
          ...(chosen === '' ? [{ value: '', label: 'Choose a Target' }] : []),
          ...mine.map((one) => ({ value: one.id, label: targetDisplayName(one) })),
        ]}
        value={chosen}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Textarea
        aria-label="Step"
        autosize
        minRows={2}
        maxRows={6}
        maxLength={limits.step}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {open && (
        <Radio.Group
          name={group}
          label={`${shortNameOf(target)} has an open step: ${open.description}`}
          value={said === null ? null : isKept ? 'kept' : 'done'}
          onChange={(value) => setFate({ of: chosen, isKept: value === 'kept' })}
        >
          <Radio mt={8} value="done" label="That step is done" />
          <Radio mt={8} value="kept" label="Save the new one for later" />
        </Radio.Group>
      )}
      <div className="row between gap8">
        <span className="flex gap6">
          {!(open && isKept) &&
            days.map(({ label }) => (
              <UnstyledButton
                key={label}
                className={`small medium hoverFill pick ${s.day}`}
                aria-pressed={when === label}
                onClick={() => setWhen(label)}
              >
                {label}
              </UnstyledButton>
            ))}
        </span>
        <Button type="submit" disabled={!isReady}>
          {open && isKept ? 'Save for later' : 'Add Step'}
        </Button>
      </div>
      <p className="cap">{source.label} stays linked to the step.</p>
    </form>
  )
}
