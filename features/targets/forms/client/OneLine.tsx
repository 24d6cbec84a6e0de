import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import { useStages } from '../../stages/client/useStages.ts'
import s from './OneLine.module.css'
import { type Chip, chipsOf, withQuickLine } from './quickForm.ts'
import type { CreateForm } from './targetForm.ts'
import { useReadLine } from './useReadLine.ts'

export const EXAMPLE = 'Jane Doe @ Acme - lunch Tue - prospect H'

type Props = {
  line: string
  /** Values for fields missing from the line. */
  form: CreateForm
  today: string
  error: string | undefined
  onLine: (line: string) => void
  /** Switches to the filled-in form and focuses that field. */
  onForm: (field?: keyof CreateForm) => void
}

/** Chips show the parsed fields, Enter accepts them, a chip opens its field in the form. */
export function OneLine({ line, form, today, error, onLine, onForm }: Props) {
  const read = useReadLine(today)(line)
  const { stages, isOn } = useStages()
  const isBlank = line.trim() === ''
  return (
    <div className={`stack gap16 ${s.place}`}>
      <TextInput
        label="One line"
        name="line"
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="done"
        data-autofocus
        autoFocus
        maxLength={2000}
        placeholder={EXAMPLE}
        aria-describedby="one-line-how"
        value={line}
        error={error}
        onChange={(event) => onLine(event.currentTarget.value)}
      />
      {isBlank ? (
        <p className={`cap pretty ${s.how}`} id="one-line-how">
          Start with who: contact @ company, or just the company. After a dash, add the step and its day. You can also
          add the type (client, prospect, or referral), the value (H, M, or L), an amount such as $40k, an email
          address, or the contact’s role.{isOn && ` #${stages.inOrder[0]?.name.toLowerCase()} sets the stage.`}
        </p>
      ) : (
        <>
          <p className="hide" id="one-line-how">
            Press Enter to create the Target.
          </p>
          <ul className={`flex wrap gap8 ${s.chips}`} aria-label="Preview">
            {chipsOf(withQuickLine(form, read), read, today, stages).map((chip) => (
              <li key={chip.field}>
                <OneChip chip={chip} onOpen={() => onForm(chip.field)} />
              </li>
            ))}
          </ul>
        </>
      )}
      <Button variant="subtle" className={s.form} leftSection={<Icon name="forms" />} onClick={() => onForm()}>
        {isBlank ? 'Use the form' : 'Open in the form'}
      </Button>
    </div>
  )
}

function OneChip({ chip: { label, text, title, isGiven }, onOpen }: { chip: Chip; onOpen: () => void }) {
  return (
    <button
      type="button"
      className={`gap6 dim left hoverFill ${s.chip}`}
      data-given={isGiven || undefined}
      title={title}
      onClick={onOpen}
    >
      <span className="small rigid">{label}</span> <span className="shrink break semi">{text}</span>
    </button>
  )
}
