import { useSearch } from '@tanstack/react-router'
import { session } from '#core/client/session.ts'
import { readSwitchAddress } from '#core/client/switchAddress.ts'
import { toastLater } from '#core/client/toastLater.ts'
import type { Session } from '#core/contract/session.ts'
import { SwitchPage } from '#features/account/client/SwitchPage.tsx'
import { closeEngine } from './engine.ts'

/** What waits to be sent stays in the person's own database, and is sent when they are back. */
async function begin(switched: Session) {
  await closeEngine()
  session.start(switched)
  toastLater({ message: `Successfully switched to ${switched.user.fullname}`, color: 'green' })
  location.replace('/')
}

export function SwitchScreen() {
  const { u } = useSearch({ strict: false }) as { u?: unknown }
  return <SwitchPage userId={readSwitchAddress(u)} onSwitched={begin} />
}
