import { TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { formatDay } from '#core/contract/dates.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { firmLimits } from '../../firm/contract.ts'
import { type FirmDetail, operatorRoutes as routes } from '../contract.ts'

type Props = { firm: FirmDetail; onClose: () => void; onDone: () => Promise<void> }

/** Asks for the firm's name, so that it is this one. */
export function DeleteFirmDialog({ firm: { id, name }, onClose, onDone }: Props) {
  const form = useForm({
    initial: { name: '' },
    check: (typed) => (typed.name.trim() === name ? {} : { name: 'This is not the name of the firm.' }),
    send: async () => {
      const { deletes_at } = await call(routes.deleteFirm, { params: { id }, body: { name } })
      await onDone()
      return `${name} will be deleted on ${formatDay(deletes_at!.slice(0, 10))}.`
    },
    onDone: onClose,
  })
  return (
    <FormDialog title={`Delete ${name}?`} form={form} onClose={onClose} verb="Delete in 30 days" isDangerous>
      <p>
        Everybody of the firm is signed out now. In 30 days people, targets, notes, files and logs are deleted for good;
        until then you can take it back. Its admins are told by mail.
      </p>
      <TextInput
        label={`Type the firm's name: ${name}`}
        data-autofocus
        autoComplete="off"
        maxLength={firmLimits.name}
        {...form.field('name')}
      />
    </FormDialog>
  )
}
