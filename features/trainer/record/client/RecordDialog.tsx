import { isOfflineNow, useSyncStatus } from '#core/client/sync.tsx'
import { fullNameOf } from '#core/contract/names.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { RecordPanel } from './RecordPanel.tsx'

type Props = { person: { id: string; first_name: string; last_name: string }; onClose: () => void }

/** Shows a managed person's completion record. */
export function RecordDialog({ person, onClose }: Props) {
  const isOffline = useSyncStatus(isOfflineNow)
  return (
    <Dialog title={`Completion record of ${fullNameOf(person)}`} size={760} isTall onClose={onClose}>
      <RecordPanel personId={person.id} isOffline={isOffline} />
    </Dialog>
  )
}
