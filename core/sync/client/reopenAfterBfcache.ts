// In the back/forward cache, WebKit stops reporting transactions, and unfinished ones block the person's later pages.
// So they are aborted on leave, and a restored page reloads.
import { type IDBPDatabase, type OpenDBCallbacks, openDB, unwrap } from 'idb'

let isListening = false
let isAside = false
let isCutOff = false
const running = new Set<IDBTransaction>()

/** Opens a database like idb's openDB. */
export async function reopenAfterBfcache<S>(
  name: string,
  version: number,
  callbacks: OpenDBCallbacks<S>,
): Promise<IDBPDatabase<S>> {
  const database = await openDB<S>(name, version, callbacks)
  if (!isWebKit()) return database
  if (!isListening) {
    isListening = true
    addEventListener('pagehide', leave)
    addEventListener('pageshow', comeBack)
  }
  const native = unwrap(database) as IDBDatabase
  const begin = native.transaction.bind(native)
  native.transaction = (...given: Parameters<IDBDatabase['transaction']>) => {
    if (isAside) {
      isCutOff = true
      throw new DOMException('The page is put aside.', 'AbortError')
    }
    const transaction = begin(...given)
    running.add(transaction)
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction))
    return transaction
  }
  return database
}

/** Includes other browsers on Apple's phones. */
const isWebKit = () => /AppleWebKit/.test(navigator.userAgent) && !/Chrome|Chromium/.test(navigator.userAgent)

function leave({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  isAside = true
  for (const transaction of running) {
    isCutOff = true
    try {
      transaction.abort()
    } catch {
      // The transaction has already ended.
    }
  }
}

function comeBack({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  isAside = false
  if (isCutOff) location.reload()
}
