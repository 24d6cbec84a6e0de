// Defines `pursuitWrapper`, see core/client/nativeShell.ts. The app inserts the origin and the version.
;(() => {
  if (location.origin !== 'ORIGIN' || window !== window.top) return
  const { invoke } = window.__TAURI_INTERNALS__
  /** The page works even if the app can't run a command. */
  const send = (command, input) => invoke(command, input).catch((problem) => console.warn(command, problem))

  let open = null
  /** Action callbacks by notification ID. */
  const callbacks = new Map()
  const MOST_CALLBACKS = 100

  async function take() {
    // A page that isn't listening yet is asked again when it is.
    if (!open && callbacks.size === 0) return
    const go = open ?? ((path) => location.assign(path))
    for (const event of await invoke('take_told')) {
      const run = event.kind === 'act' && callbacks.get(event.noticeId)
      // A notification from before this page was loaded opens a page with the same actions.
      if (run) run(event.actionId)
      else go(event.path)
    }
  }

  addEventListener('pursuit-wrapper', () => void take().catch((problem) => console.warn(problem)))
  const arrive = () => {
    const isPage = document.querySelector('meta[name=version]') !== null
    if (isPage) send('page_arrived')
    else if (!/^\/(api|media|demo|kept|kpi)\//.test(location.pathname)) send('page_missing')
  }
  // The page's content has arrived by then. Its scripts may take much longer.
  document.addEventListener('readystatechange', arrive, { once: true })

  const wrapper = Object.freeze({
    kind: 'desktop',
    version: 'VERSION',
    server: '',
    onOpen(callback) {
      open = callback
      void take().catch((problem) => console.warn(problem))
    },
    showNotice({ id, title, body, path, actions }, run) {
      callbacks.delete(id)
      callbacks.set(id, run)
      if (callbacks.size > MOST_CALLBACKS) callbacks.delete(callbacks.keys().next().value)
      send('show_notice', { notice: { id, title, body, path, actions } })
    },
    showDue: ({ overdue, today }) => void send('show_due', { counts: { overdue, today } }),
    openInBrowser: (address) => void send('open_in_browser', { address }),
    leaveFirm: () => void send('leave_firm'),
  })
  Object.defineProperty(globalThis, 'pursuitWrapper', { value: wrapper })
})()
