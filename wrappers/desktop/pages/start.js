// Asks for the firm's server URL, or shows why the firm's page hasn't loaded.
const { invoke } = window.__TAURI_INTERNALS__
const element = (id) => document.getElementById(id)
const form = element('form')
const waiting = element('waiting')
const address = element('address')
const problem = element('problem')
const submit = form.querySelector('button')
const POLL_MS = 1000

/** The person requested the form although a URL is stored. */
let isAsking = false

function show({ firm, firm_before, problem }) {
  const isWaiting = firm !== null && !isAsking
  waiting.hidden = !isWaiting
  if (isWaiting) {
    element('waiting-title').textContent = problem ? `${firm} isn’t responding` : `Connecting to ${firm}…`
    element('why').textContent = problem ?? ''
  }
  if (form.hidden === isWaiting) return
  form.hidden = isWaiting
  if (isWaiting) return
  address.value ||= firm ?? firm_before ?? ''
  address.focus()
}

async function refresh() {
  show(await invoke('start_state'))
}

async function busy(button, work) {
  button.disabled = true
  try {
    await work()
  } finally {
    button.disabled = false
  }
}

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void busy(submit, async () => {
    problem.textContent = ''
    address.removeAttribute('aria-invalid')
    try {
      await invoke('choose_firm', { address: address.value })
    } catch (sentence) {
      problem.textContent = String(sentence)
      address.setAttribute('aria-invalid', 'true')
      address.focus()
    }
  })
})
element('again').addEventListener('click', ({ currentTarget }) =>
  busy(currentTarget, async () => {
    await invoke('try_again')
    await refresh()
  }),
)
element('other').addEventListener('click', () => {
  isAsking = true
  void refresh()
})

void refresh()
// Updates the text with the state of the retries.
setInterval(() => void refresh(), POLL_MS)
