import '@mantine/core/styles/Input.layer.css'
import { Textarea, TextInput } from '@mantine/core'
import { linkLimits as limits } from '../contract.ts'
import s from './AddExternal.module.css'

type ExternalTexts = { title: string; description: string }
type Props = ExternalTexts & {
  problem: string | null
  /** Someone has just opened these fields, so the first gets the focus. */
  isNew: boolean
  onChange: (given: Partial<ExternalTexts>) => void
}

/** Edits the title and description of external content if none are found or they don't fit. */
export const ExternalLabels = ({ title, description, problem, isNew, onChange }: Props) => (
  <div className={`stack ${s.words}`}>
    <TextInput
      label="Title"
      withAsterisk
      value={title}
      maxLength={limits.title}
      error={problem}
      autoFocus={isNew}
      onChange={(event) => onChange({ title: event.currentTarget.value })}
    />
    <Textarea
      label="Description"
      value={description}
      maxLength={limits.description}
      autosize
      minRows={2}
      maxRows={6}
      description={`${description.length} of ${limits.description}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={(event) => onChange({ description: event.currentTarget.value })}
    />
  </div>
)
