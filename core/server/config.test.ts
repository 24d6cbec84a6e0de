// What a person sets wrongly is said in a sentence before anything starts.
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('Settings of mail and text messages are read, or refused by their name', () => {
  expect(
    readConfig({
      PURSUIT_URL: 'https://pursuit.firm.example/',
      PURSUIT_SMTP_URL: 'smtps://user:p%40ss@mail.firm.example',
      PURSUIT_MAIL_FROM: 'Pursuit <pursuit@firm.example>',
      PURSUIT_SMS_URL: 'https://sms.example/messages',
    }),
  ).toMatchObject({ url: 'https://pursuit.firm.example', sms: { url: 'https://sms.example/messages', key: undefined } })
  expect(readConfig({})).toMatchObject({ url: undefined, smtpUrl: undefined, sms: { url: undefined } })
  const wrong = {
    PURSUIT_URL: [
      'pursuit.firm.example',
      'https://firm.example/pursuit',
      'ftp://firm.example',
      'https://a:b@firm.example',
    ],
    PURSUIT_SMTP_URL: ['mail.firm.example', 'http://mail.firm.example', 'smtp://'],
    PURSUIT_MAIL_FROM: ['Pursuit', 'a@b@c', 'Pursuit <pursuit>', 'x@y.example\r\nBcc: z@y.example'],
    PURSUIT_SMS_URL: ['sms.example', 'file:///etc/passwd'],
  }
  for (const [name, values] of Object.entries(wrong))
    for (const value of values) expect(() => readConfig({ [name]: value }), `${name}=${value}`).toThrow(name)
})

test('Others are given five seconds to take over, where there may be others', () => {
  expect(readConfig({}).drain).toBe(0)
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/pursuit' }).drain).toBe(5000)
  expect(readConfig({ PURSUIT_DRAIN: '0.5' }).drain).toBe(500)
  for (const value of ['', 'soon', '-1', '301'])
    expect(() => readConfig({ PURSUIT_DRAIN: value }), value).toThrow(
      `PURSUIT_DRAIN is "${value}": it must be a number of seconds from 0 to 300.`,
    )
})

test('A hosting service for videos is an address with its key, or neither', () => {
  expect(readConfig({}).videoHost).toBeNull()
  expect(
    readConfig({ PURSUIT_VIDEO_HOST: 'https://api.videos.example/v1/', PURSUIT_VIDEO_KEY: 'key' }).videoHost,
  ).toEqual({
    url: 'https://api.videos.example/v1',
    key: 'key',
    origins: ['https://api.videos.example'],
  })
  const elsewhere = 'https://cdn.videos.example, http://cdn2.videos.example/films'
  const host = { PURSUIT_VIDEO_HOST: 'http://localhost:4100', PURSUIT_VIDEO_KEY: 'key' }
  expect(readConfig({ ...host, PURSUIT_VIDEO_ORIGINS: elsewhere }).videoHost?.origins).toEqual([
    'https://cdn.videos.example',
    'https://cdn2.videos.example',
  ])
  const wrong = [
    { PURSUIT_VIDEO_HOST: 'https://api.videos.example' },
    { PURSUIT_VIDEO_KEY: 'key' },
    { PURSUIT_VIDEO_HOST: 'videos.example', PURSUIT_VIDEO_KEY: 'key' },
    { PURSUIT_VIDEO_HOST: 'https://a:b@videos.example', PURSUIT_VIDEO_KEY: 'key' },
    { PURSUIT_VIDEO_HOST: 'https://videos.example', PURSUIT_VIDEO_KEY: 'two words' },
    { ...host, PURSUIT_VIDEO_ORIGINS: 'cdn.videos.example' },
    { ...host, PURSUIT_VIDEO_ORIGINS: 'https://cdn.videos.example;, data:x' },
  ]
  for (const env of wrong) expect(() => readConfig(env), JSON.stringify(env)).toThrow(/PURSUIT_VIDEO/)
})

test('An external dashboard is an address with its key, or neither', () => {
  expect(readConfig({}).kpi).toBeNull()
  const set = { PURSUIT_KPI_URL: 'https://api.dashboards.example/v1/', PURSUIT_KPI_KEY: 'key' }
  expect(readConfig(set).kpi).toEqual({
    url: 'https://api.dashboards.example/v1',
    key: 'key',
    origins: ['https://api.dashboards.example'],
  })
  expect(readConfig({ ...set, PURSUIT_KPI_ORIGINS: 'https://show.dashboards.example' }).kpi?.origins).toEqual([
    'https://show.dashboards.example',
  ])
  for (const env of [{ PURSUIT_KPI_KEY: 'key' }, { PURSUIT_KPI_URL: 'https://api.dashboards.example' }])
    expect(() => readConfig(env), JSON.stringify(env)).toThrow(/PURSUIT_KPI/)
})
