import { Textarea, TextInput } from '@mantine/core'
import { linkLimits as limits } from '../contract.ts'
import s from './AddExternal.module.css'

type ExternalTexts = { title: string; description: string }
type Props = ExternalTexts & {
  problem: string | null
  /** Somebody has just asked for them: the cursor goes there. */
  isNew: boolean
  onChange: (given: Partial<ExternalTexts>) => void
}

/** What is said of external content, where nobody else says it, or not well. */
export const ExternalLabels = ({ title, description, problem, isNew, onChange }: Props) => (
  <div className={s.words}>
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
