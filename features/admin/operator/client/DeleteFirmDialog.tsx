import '@mantine/core/styles/Input.layer.css'
import { Button, TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { useMutation } from '#core/client/useMutation.ts'
import { dayIn, formatDay } from '#core/contract/dates.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { firmLimits } from '../../firm/contract.ts'
import { type FirmDetail, operatorRoutes as routes } from '../contract.ts'
import { exportRoutes } from '../exportContract.ts'

type Props = { firm: FirmDetail; onClose: () => void; onDone: () => Promise<void> }

/** Asks for the firm's name to confirm which firm is deleted. */
export function DeleteFirmDialog({ firm: { id, name, exported }, onClose, onDone }: Props) {
  const zone = useSession()?.Org.time_zone ?? 'UTC'
  const exporting = useMutation()
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
    check: (typed) => (typed.name.trim() === name ? {} : { name: 'That doesn’t match the firm’s name.' }),
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
        Everyone at the firm is signed out now. In 30 days, its people, Targets, notes, files, and logs are permanently
        deleted. You can cancel until then. The firm’s admins are notified by email.
      </p>
      {exported?.state === 'running' ? (
        <p>An export is already running.</p>
      ) : (
        <>
          <p>
            {exported?.state === 'done'
              ? `An export from ${formatDay(dayIn(zone, exported.asked_at))} is available until ${formatDay(dayIn(zone, exported.ends_at!))}.`
              : 'This firm hasn’t been exported. Consider exporting it before everything is deleted.'}
          </p>
          <Problem>{exporting.problem}</Problem>
          <div>
            <Button variant="default" aria-disabled={exporting.isBusy || undefined} onClick={exportFirst}>
              {exported?.state === 'done' ? 'Export again first' : 'Export first'}
            </Button>
          </div>
        </>
      )}
      <TextInput
        label={`Type the firm’s name: ${name}`}
        data-autofocus
        autoComplete="off"
        maxLength={firmLimits.name}
        {...form.field('name')}
      />
    </FormDialog>
  )
}
