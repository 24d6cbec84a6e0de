// What a page of the firm finds as `pursuitWrapper`: see core/client/wrapper.ts. The origin and the version are put in by the wrapper.
;(() => {
  if (location.origin !== 'ORIGIN' || window !== window.top) return
  const { invoke } = window.__TAURI_INTERNALS__
  /** What the wrapper can't do, the page can do without. */
  const tell = (command, given) => invoke(command, given).catch((problem) => console.warn(command, problem))

  let open = null
  /** By the id of the notice: what its actions do. */
  const acts = new Map()
  const MOST_ACTS = 100

  async function take() {
    // A page that does not listen yet is asked again once it does.
    if (!open && acts.size === 0) return
    const go = open ?? ((path) => location.assign(path))
    for (const told of await invoke('take_told')) {
      const act = told.kind === 'act' && acts.get(told.noticeId)
      // A notice of before this page was loaded leads to where the same can be done.
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
  // All of the page's own text is here by then; its scripts may be on their way for long.
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
