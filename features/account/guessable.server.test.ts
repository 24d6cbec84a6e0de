import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { lettersTo } from '#tests/outgoing.ts'
import { aBrowser, PASSWORD } from '#tests/signIn.ts'
import { routes as account, passwordRule } from './contract.ts'
import { guessablePassword, isGuessable, samePassword } from './server/guessable.ts'
import { routes } from './signInContract.ts'

let api: Api
let lee: Client
let addresses = 0
beforeAll(async () => {
  api = await openApi()
  const firm = await api.aFirm({ name: 'Hartwell & Stone LLP' })
  lee = await api.aPerson(firm, { first_name: 'Lee', last_name: 'Chen' })
})
afterAll(() => api.close())

const known = { names: ['Lee', 'Chen'], email: 'lee@hartwell.example', firm: 'Hartwell & Stone LLP' }
const guessed = [
  [
    'a season, month or greeting and the year',
    'Summer2026',
    'Welcome2026',
    'Winter2025!',
    'Spring#2027',
    'N0vember2026',
  ],
  ['any word and a year', 'Better#2026', 'Chosen#2026', 'Pursuit2026!'],
  ['the firm', 'Hartwell1', 'Hartwell2026!', 'HartwellStone1', 'stoneHartwell99', '2026Hartwell', 'llewtraH1'],
  ['oneself', 'lee@hartwell', 'Lee_Chen_2026', 'Chen#1985'],
  ['walks over the keyboard', 'qwertyuiop1', '1qaz2wsx3edc', 'zaq1ZAQ!', 'Asdf1234!'],
  ['what everybody takes', 'Password123', 'P@ssw0rd2026', 'Abcd1234', 'aaaaaaaA1', 'Changeme1'],
]
const strong = ['x7Kp2mQz', 'Chosen_tram#58', 'correct_horse_7', 'Later_than#2026', 'One_tram#58k']

test('detects guessable passwords: common ones, patterns, word plus year, and firm or own names', async () => {
  for (const [what, ...passwords] of guessed)
    for (const password of passwords)
      expect([what, password, await isGuessable(password, known)]).toEqual([what, password, true])
  for (const password of strong) expect([password, await isGuessable(password, known)]).toEqual([password, false])
})

test('judges adversarial passwords in bounded time', async () => {
  for (const password of ['aB1$'.repeat(32), 'P@ssw0rd1!'.repeat(12), '4@8($1!0_'.repeat(14), '@4'.repeat(64)]) {
    const began = process.cpuUsage()
    await isGuessable(password, known)
    expect(process.cpuUsage(began).user).toBeLessThan(500_000)
  }
})

test('rejects a guessable or unchanged password on change, in addition to the specification’s rule', async () => {
  const change = async (password: string) =>
    (await lee.call(account.changePassword, { body: { current: PASSWORD, new: password } })).body.errors
  expect(await change('Hartwell1')).toEqual({ new: guessablePassword })
  expect(await change('Lee_Chen_2026')).toEqual({ new: guessablePassword })
  expect(await change(PASSWORD)).toEqual({ new: samePassword })
  expect(await change('weakling')).toEqual({ new: passwordRule })
})

test('rejects the same passwords through an emailed link and keeps the link valid', async () => {
  const somewhere = () => aBrowser(api, `10.9.${++addresses}.1`)
  const choose = (key: string, password: string) =>
    somewhere().call(routes.choosePassword, { key, email: lee.email, password })
  const newKey = async () => {
    await somewhere().call(routes.resetPassword, { email: lee.email })
    return (await lettersTo(api.database, lee.email)).at(-1)!.button!.path.split('/')[2]!
  }
  const key = await newKey()
  expect((await choose(key, 'Hartwell1')).body.errors).toEqual({ password: guessablePassword })
  expect((await choose(key, 'Kettle_tram#58')).status).toBe(200)
  const next = await newKey()
  expect((await choose(next, 'Kettle_tram#58')).body.errors).toEqual({ password: samePassword })
  expect((await choose(next, 'Copper_tram#58')).status).toBe(200)
})
