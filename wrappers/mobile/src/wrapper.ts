import { Browser } from '@capacitor/browser'
import { Badge } from '@capawesome/capacitor-badge'
// A separate package can't use '#core' imports.
import type { Wrapper } from '../../../core/client/nativeShell.ts'
import { saveFile } from './files.ts'
import type { Kept } from './kept.ts'
import { followLinks } from './opening.ts'
import { askForPushes, stopPushes } from './pushes.ts'
import { withServer } from './received.ts'

export const SERVER = 'server'
declare const __VERSION__: string

/** `start` reloads the app at its first page. */
export function wrapperOf(server: string, kept: Kept, start: (path: string) => void): Wrapper {
  const leave = async (to: string | null, path: string) => {
    if (to === null) kept.removeItem(SERVER)
    else kept.setItem(SERVER, to)
    await kept.written()
    start(path)
  }
  return {
    kind: 'mobile',
    version: __VERSION__,
    server,
    received: (answer) => withServer(answer, server),
    storage: kept,
    saveFile,
    onOpen: followLinks(),
    showDue: ({ overdue, today }) => {
      const count = overdue + today
      // Without the person's permission there is no badge.
      void (count > 0 ? Badge.set({ count }) : Badge.clear()).catch(() => undefined)
    },
    askForPushes,
    stopPushes,
    openInBrowser: (address) => void Browser.open({ url: address }),
    leaveFirm: () => void leave(null, '/'),
    goToFirm: (to, path) => void leave(to, path),
  }
}
