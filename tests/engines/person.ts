// A person using any of the engines. Finds things by role and name, and waits for them.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import { PASSWORD } from '#tests/browser.ts'
import type { Engine } from './engine.ts'

/** A string must match the whole name. */
type Name = string | RegExp
/** Role and name of the containing element. */
type Within = readonly [role: string, name: Name]

const folder = dirname(createRequire(import.meta.url).resolve('@testing-library/dom/package.json'))
/** Finds elements by role and name inside the page, so that every engine uses the same rules. */
const library = readFileSync(join(folder, 'dist/@testing-library/dom.umd.min.js'), 'utf8')

/**
 * Returns the element once a person could click it: enabled, in the window, not moving, and not covered. Play stays
 * disabled until the video's source is known, and an earlier click would be lost.
 */
const inReach = `(element) => {
  if (!element || element.matches(':disabled')) return null
  element.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = element.getBoundingClientRect()
  const place = [x, y, width, height].join()
  const before = TestingLibraryDom.lastReach
  TestingLibraryDom.lastReach = { element, place }
  if (before?.element !== element || before.place !== place) return null
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2)) ? element : null
}`

export type Person = ReturnType<typeof personAt>

export function personAt(engine: Engine) {
  const prepare = async () => {
    if ((await engine.ask('typeof TestingLibraryDom')) === 'undefined') await engine.ask(`(() => { ${library} })()`)
  }
  const isThere = async (script: string) => {
    await prepare()
    return (await engine.ask(`Boolean(${script})`)) === true
  }
  const reach = async (script: string) => {
    await prepare()
    const reached = await engine.find(`(${inReach})(${script})`)
    if (!reached) throw new Error('It is out of reach, or not there.')
    return reached
  }
  const tryUntil = (what: string, attempt: () => Promise<void>) =>
    expect(attempt, what).toPass({ timeout: 60_000, intervals: [50, 50, 100, 200] })
  const waitFor = (what: string, script: string, isWanted = true) =>
    expect.poll(() => isThere(script).catch(() => !isWanted), { message: what, timeout: 60_000 }).toBe(isWanted)
  const clicks = (role: string, name: Name, within?: Within) =>
    tryUntil(`clicks ${role} ${name}`, async () => (await reach(byRole(role, name, within))).click())
  const types = (label: Name, text: string, within?: Within) =>
    tryUntil(`types into ${label}`, async () => {
      const field = await reach(byLabel(label, within))
      await field.click()
      await field.type(text)
    })
  return {
    clicks,
    types,
    async signsIn(url: string, email: string) {
      await engine.open(`${url}/login`)
      await types('Email', email)
      await types('Password', PASSWORD)
      await clicks('button', 'Login')
    },
    opens: engine.open,
    reloads: engine.reload,
    holds: engine.resize,
    asks: engine.ask,
    picture: engine.picture,
    sees: (role: string, name: Name, within?: Within) => waitFor(`sees ${role} ${name}`, byRole(role, name, within)),
    seesNo: (role: string, name: Name) => waitFor(`sees no ${role} ${name}`, byRole(role, name), false),
    reads: (text: Name) => waitFor(`reads ${text}`, firstIn(`queryAllByText(place, ${textOf(text)})`)),
  }
}

const textOf = (name: Name) => (typeof name === 'string' ? JSON.stringify(name) : String(name))

function byRole(role: string, name: Name, within?: Within): string {
  return firstIn(`queryAllByRole(place, '${role}', { name: ${textOf(name)} })`, within)
}

function byLabel(label: Name, within?: Within): string {
  return firstIn(`queryAllByLabelText(place, ${textOf(label)}, { selector: 'input, textarea' })`, within)
}

const firstIn = (query: string, within?: Within): string =>
  `((place) => (place ? TestingLibraryDom.${query}[0] ?? null : null))(${within ? byRole(...within) : 'document.body'})`
