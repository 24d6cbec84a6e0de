// Defines `pursuitWrapper`, see core/client/nativeShell.ts. The app inserts the origin and the version.
;(() => {
  if (location.origin !== 'ORIGIN' || window !== window.top) return
  const { invoke } = window.__TAURI_INTERNALS__
  /** The page works even if the app can't run a command. */
  const tell = (command, given) => invoke(command, given).catch((problem) => console.warn(command, problem))

  let open = null
  /** Action callbacks by notification ID. */
  const acts = new Map()
  const MOST_ACTS = 100

  async function take() {
    // A page that isn't listening yet is asked again when it is.
    if (!open && acts.size === 0) return
    const go = open ?? ((path) => location.assign(path))
    for (const told of await invoke('take_told')) {
      const act = told.kind === 'act' && acts.get(told.noticeId)
      // A notification from before this page was loaded opens a page with the same actions.
      if (act) act(told.actionId)
      else go(told.path)
    }
  }

  addEventListener('pursuit-wrapper', () => void take().catch((problem) => console.warn(problem)))
  const arrive = () => {
    const isPage = document.querySelector('meta[name=version]') !== null
    if (isPage) tell('page_arrived')
    else if (!/^\/(api|media|demo|kept|kpi)\//.test(location.pathname)) tell('page_missing')
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
    showNotice({ id, title, body, path, actions }, act) {
      acts.delete(id)
      acts.set(id, act)
      if (acts.size > MOST_ACTS) acts.delete(acts.keys().next().value)
      tell('show_notice', { notice: { id, title, body, path, actions } })
    },
    showDue: ({ overdue, today }) => void tell('show_due', { counts: { overdue, today } }),
    openInBrowser: (address) => void tell('open_in_browser', { address }),
    leaveFirm: () => void tell('leave_firm'),
  })
  Object.defineProperty(globalThis, 'pursuitWrapper', { value: wrapper })
})()
