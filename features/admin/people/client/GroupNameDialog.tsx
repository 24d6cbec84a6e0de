import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { useChange } from '#core/client/useChange.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { GroupInput, peopleLimits } from '../contract.ts'

type Props = {
  title: string
  verb: string
  name?: string
  onClose: () => void
  /** Answers what is said when it is done. */
  onName: (name: string) => Promise<string | undefined>
}

export function GroupNameDialog({ title, verb, name = '', onClose, onName }: Props) {
  const [typed, setTyped] = useState(name)
  const { isBusy, problem, errors, run, setErrors } = useChange()
  const submit = async () => {
    const found = errorsOf(GroupInput, { name: typed })
    if (Object.keys(found).length > 0) return setErrors(found)
    if (await run(() => onName(typed.trim()))) onClose()
  }
  return (
    <FormDialog
      title={title}
      size={440}
      problem={problem}
      onClose={onClose}
      onSubmit={submit}
      verb={verb}
      isBusy={isBusy}
    >
      <TextInput
        label="Name"
        data-autofocus
        maxLength={peopleLimits.group}
        value={typed}
        error={errors.name}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          setErrors({})
        }}
      />
    </FormDialog>
  )
}
