// Connects the page to the app around it. Loaded only there.

import { isOlder, OLDEST_SERVER } from '#core/contract/wrapperVersion.ts'
import { isOwnPath } from './areas.ts'
import { nativeShell } from './nativeShell.ts'
import type { Router } from './router/router.ts'
import { onServer } from './serverAddress.ts'
import { toast } from './toasts.ts'

const sentences = {
  tooOld:
    'Your firm’s Pursuit needs a newer version of this app. Update the app to continue. Your changes are saved on this device.',
  serverTooOld:
    'This app is newer than your firm’s Pursuit, so some features may not work until your firm updates. Your changes are saved on this device.',
} as const

export function followWrapper(router: Router): void {
  nativeShell?.onOpen?.((path) => {
    if (isOwnPath(path)) void router.navigate({ to: path })
  })
  void compareVersions()
  addEventListener('online', () => void compareVersions())
}

let isTold = false

async function compareVersions(): Promise<void> {
  if (isTold || !nativeShell) return
  const answer = await fetch(onServer('/meta.json'), { cache: 'no-store' }).catch(() => null)
  const said = (await answer?.json().catch(() => null)) as { version?: unknown; wrappers_from?: unknown } | null
  if (!said || isTold) return
  const { version, wrappers_from: from } = said
  const message =
    typeof from === 'string' && isOlder(nativeShell.version, from)
      ? sentences.tooOld
      : typeof version === 'string' && isOlder(version, OLDEST_SERVER)
        ? sentences.serverTooOld
        : null
  if (!message) return
  isTold = true
  toast({ message, color: 'red', stays: true })
}
