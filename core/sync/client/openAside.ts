// A page that one leaves may be put aside, for 'back'. In WebKit it then hears no answers of its transactions any more, and what had
// begun holds up the same person's every later page. So there it ends as where a page goes for good: what had not come to its end
// leaves nothing, and a page that comes back begins anew.
import { type IDBPDatabase, type OpenDBCallbacks, openDB, unwrap } from 'idb'

let isListening = false
let isAside = false
let isCutOff = false
const running = new Set<IDBTransaction>()

/** As idb's openDB. */
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

/** Also where it has another browser's name, as on phones of Apple's. */
const isWebKit = () => /AppleWebKit/.test(navigator.userAgent) && !/Chrome|Chromium/.test(navigator.userAgent)

function leave({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  isAside = true
  for (const transaction of running) {
    isCutOff = true
    try {
      transaction.abort()
    } catch {
      // It has ended already.
    }
  }
}

function comeBack({ persisted }: PageTransitionEvent): void {
  if (!persisted) return
  isAside = false
  if (isCutOff) location.reload()
}
