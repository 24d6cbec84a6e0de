// Asks for the firm's server. The client loads only with a server.
import './firstStart.css'
import logo from '../../../public/favicon.svg?raw'
import { findFirm, NotFound } from './firm.ts'

declare const __VERSION__: string
declare const __DIRECTORY__: string
declare const __FOR_DEVELOPERS__: boolean

/** Resolves when a firm's server has responded. */
export function firstStart(): Promise<{ server: string; path: string }> {
  const page = document.createElement('main')
  page.className = 'first-start'
  page.innerHTML = `
    <form novalidate>
      <div class="first-start-logo">${logo}</div>
      <h1>Welcome to Pursuit</h1>
      <p>Which firm do you work for? Enter your work email, or the address where your firm opens Pursuit.</p>
      <label for="firm">Work email or address</label>
      <input id="firm" name="firm" inputmode="email" autocapitalize="none" autocorrect="off" spellcheck="false"
        autocomplete="email" placeholder="you@yourfirm.com" aria-describedby="firm-problem" />
      <p id="firm-problem" role="alert"></p>
      <button type="submit">Continue</button>
    </form>`
  const [field] = page.getElementsByTagName('input')
  const [button] = page.getElementsByTagName('button')
  const problem = page.querySelector<HTMLElement>('#firm-problem')!
  document.title = 'Pursuit'
  document.getElementById('root')!.replaceChildren(page)
  field!.focus()
  const say = (sentence: string) => {
    problem.textContent = sentence
    field!.setAttribute('aria-invalid', String(sentence !== ''))
  }
  const means = {
    fetch: globalThis.fetch.bind(globalThis),
    isOnline: () => navigator.onLine,
    version: __VERSION__,
    directory: __DIRECTORY__,
    isForDevelopers: __FOR_DEVELOPERS__,
  }
  return new Promise((resolve) => {
    page.addEventListener('submit', async (event) => {
      event.preventDefault()
      if (button!.getAttribute('aria-disabled') === 'true') return
      say('')
      button!.setAttribute('aria-disabled', 'true')
      button!.textContent = 'Looking for your firm…'
      try {
        const { server, email } = await findFirm(field!.value, means)
        page.remove()
        resolve({ server, path: email ? `/login?email=${encodeURIComponent(email)}` : '/' })
      } catch (thrown) {
        say(thrown instanceof NotFound ? thrown.message : 'Something went wrong. Try again.')
        field!.focus()
      } finally {
        button!.removeAttribute('aria-disabled')
        button!.textContent = 'Continue'
      }
    })
  })
}
