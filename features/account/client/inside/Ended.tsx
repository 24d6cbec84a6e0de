import { useEffect, useState } from 'react'
import { UnsavedDialog } from '#core/client/shell/UnsavedDialog.tsx'
import type { Session } from '#core/contract/session.ts'
import type { Engine } from '#core/sync/client/types.ts'
import { SwitchEnded } from '../switching/SwitchEnded.tsx'
import { useLeaving } from './leaving.ts'

/** Hides the device's data and deletes everything that the server can send again. */
export function Ended({ session, engine }: { session: Session; engine: Engine }) {
  const { unsaved, switchBack, endOfSession, stay, leave } = useLeaving()
  const { Switch } = session
  // Runs once, because it ends this session.
  const [end] = useState(() => () => void (Switch ? engine.lockAway() : endOfSession(engine)))
  useEffect(end, [end])
  if (!Switch) return null
  if (unsaved !== null) return <UnsavedDialog count={unsaved} isSwitched onStay={stay} onLeave={leave} />
  return <SwitchEnded as={session.user.fullname} from={Switch.name} onBack={() => switchBack(engine)} />
}
