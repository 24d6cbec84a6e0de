import { Button } from '@mantine/core'
import { useSyncStatus } from '#core/client/sync.tsx'
import { Dialog } from '#core/ui/Dialog.tsx'

type Props = { as: string; from: string; onBack: () => void }

/** Shows that the switch has ended and offers the way back, without asking for another person's password. */
export function SwitchEnded({ as, from, onBack }: Props) {
  /** These changes can't be sent anymore. */
  const waiting = useSyncStatus((status) => status.waiting)
  return (
    <Dialog
      title={`You’re no longer working as ${as}`}
      size={440}
      closeLabel={null}
      onClose={() => undefined}
      foot={
        <Button onClick={onBack} data-autofocus>
          Switch back to {from}
        </Button>
      }
    >
      <p className="dim">
        Your session as {as} has ended.{' '}
        {waiting > 0 &&
          `${waiting} ${waiting === 1 ? 'change' : 'changes'} didn’t sync. To sync ${waiting === 1 ? 'it' : 'them'}, work as ${as} again on this device before you switch back.`}
      </p>
    </Dialog>
  )
}
