// What the phone's and the desktop's wrapper do for the page. They set it as `pursuitWrapper`, before the client starts; a browser has none.

/** A notice of the system. `path` is what opening it leads to; an action leads to its own, or does what the page makes of its id. */
export type SystemNotice = {
  /** One with the same id takes the place of the one before. */
  id: string
  title: string
  body: string
  path: string
  actions: { id: string; label: string }[]
}

/** How many steps are due, for the badge and the tray. */
export type DueCounts = { overdue: number; today: number }

/** Why a phone gives no token for pushes: the person says no, this app was built without a Firebase project, or Firebase gives none now. */
export type NoToken = 'denied' | 'notBuilt' | 'noAnswer'

export type Wrapper = {
  /** Goes into the header X-Client. */
  kind: 'mobile' | 'desktop'
  /** The wrapper's own version, as in its package.json. */
  version: string
  /** The origin of the firm's server, like 'https://bd.firm.example'; '' where the page itself comes from there. */
  server: string
  /** Looks through each answer of the server: addresses of files in it are made whole, where the page comes from elsewhere. */
  received?: (answer: unknown) => unknown
  /** Where the session is kept: the system's secure store, read before the page starts. A browser's is `localStorage`. */
  storage?: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Gives a file to the person: a share sheet, or the folder of downloads. False where they close the sheet. */
  saveFile?: (name: string, content: Blob) => Promise<boolean>
  /** Calls with each path (`/targets/…`) that a deep link, a notice or the tray leads to; also with one that came before. */
  onOpen?: (open: (path: string) => void) => void
  /** Shows a notice of the system, and calls `act` with the id of an action that was chosen. */
  showNotice?: (notice: SystemNotice, act: (actionId: string) => void) => void
  showDue?: (counts: DueCounts) => void
  /** Asks the person for leave, and then Firebase for this phone's token; or says why there is none. */
  askForPushes?: () => Promise<{ platform: 'fcm'; token: string } | NoToken>
  /** Makes that token worthless, and takes down what was shown. */
  stopPushes?: () => Promise<void>
  /** Opens an address in the system's browser, where the sign-on of a firm takes place. */
  openInBrowser?: (address: string) => void
  /** Forgets the firm's address and asks for it again. */
  leaveFirm?: () => void
  /** Goes on at another server of the house, to which a login belongs; `path` is opened there. */
  goToFirm?: (server: string, path: string) => void
}

export const nativeShell = (globalThis as { pursuitWrapper?: Wrapper }).pursuitWrapper
