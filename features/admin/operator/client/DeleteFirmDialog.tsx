import { Button, TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { useChange } from '#core/client/useChange.ts'
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { firmLimits } from '../../firm/contract.ts'
import { type FirmDetail, operatorRoutes as routes } from '../contract.ts'
import { exportRoutes } from '../exportContract.ts'

type Props = { firm: FirmDetail; onClose: () => void; onDone: () => Promise<void> }

/** Asks for the firm's name, so that it is this one. */
export function DeleteFirmDialog({ firm: { id, name, exported }, onClose, onDone }: Props) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const exporting = useChange()
  const exportFirst = async () => {
    const isBegun = await exporting.run(async () => {
      await call(exportRoutes.begin, { params: { id } })
      await onDone()
      return `${name} is being exported. Delete it when you have the archive.`
    })
    if (isBegun) onClose()
  }
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
      {exported?.state === 'running' ? (
        <p>It is being exported right now.</p>
      ) : (
        <>
          <p>
            {exported?.state === 'done'
              ? `There is an archive of ${formatDay(dayIn(zone, exported.asked_at))}, until ${formatDay(dayIn(zone, exported.ends_at!))}.`
              : 'There is no export of it. The firm may want one before everything goes.'}
          </p>
          <Problem>{exporting.problem}</Problem>
          <div>
            <Button variant="default" aria-disabled={exporting.isBusy || undefined} onClick={exportFirst}>
              {exported?.state === 'done' ? 'Export it again first' : 'Export it first'}
            </Button>
          </div>
        </>
      )}
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
