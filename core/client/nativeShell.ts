// The interface that the phone or desktop app sets as `pursuitWrapper` before the client starts.

/** `path` is the page it opens. An action opens its own path, or the page handles its ID. */
export type SystemNotice = {
  /** Replaces an earlier notification with the same ID. */
  id: string
  title: string
  body: string
  path: string
  actions: { id: string; label: string }[]
}

export type DueCounts = { overdue: number; today: number }

/** The person denied it, the app was built without a Firebase project, or Firebase doesn't respond. */
export type NoToken = 'denied' | 'notBuilt' | 'noAnswer'

export type Wrapper = {
  /** Value of the X-Client header. */
  kind: 'mobile' | 'desktop'
  /** The app's version. */
  version: string
  /** Origin like 'https://bd.firm.example', or '' if the page comes from there. */
  server: string
  /** Makes file URLs in a response absolute when the page comes from elsewhere. */
  received?: (answer: unknown) => unknown
  /** The system's secure store for the session, read before the page starts. Browsers use `localStorage`. */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** False when the person closes the share sheet. */
  saveFile?: (name: string, content: Blob) => Promise<boolean>
  /** Calls `open` with paths from deep links, notifications, and the tray, including earlier ones. */
  onOpen?: (open: (path: string) => void) => void
  /** Calls `act` with the ID of the chosen action. */
  showNotice?: (notice: SystemNotice, act: (actionId: string) => void) => void
  showDue?: (counts: DueCounts) => void
  /** Asks for permission and then for this phone's token, or returns why there is none. */
  askForPushes?: () => Promise<{ platform: 'fcm'; token: string } | NoToken>
  /** Invalidates the token and removes the notifications shown. */
  stopPushes?: () => Promise<void>
  /** Single sign-on takes place in the system's browser. */
  openInBrowser?: (address: string) => void
  /** Deletes the firm's server URL and asks for it again. */
  leaveFirm?: () => void
  /** Continues on another Pursuit server and opens `path` there. */
  goToFirm?: (server: string, path: string) => void
}

export const nativeShell = (globalThis as { pursuitWrapper?: Wrapper }).pursuitWrapper
