import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { GroupInput, peopleLimits } from '../contract.ts'

type Props = {
  title: string
  verb: string
  name?: string
  onClose: () => void
  /** Returns the message to show when it is done. */
  onName: (name: string) => Promise<string | undefined>
}

export function GroupNameDialog({ title, verb, name = '', onClose, onName }: Props) {
  const form = useForm({
    draft: `group:${title}`,
    initial: { name },
    shape: GroupInput,
    send: (given) => onName(given.name),
    onDone: onClose,
  })
  return (
    <FormDialog title={title} size={440} form={form} onClose={onClose} verb={verb}>
      <TextInput label="Name" data-autofocus maxLength={peopleLimits.group} {...form.field('name')} />
    </FormDialog>
  )
}
