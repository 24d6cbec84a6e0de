// Invalid settings produce a message before anything starts.
import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from './config.ts'
import { StartupError } from './startupError.ts'

test('reads email and text message settings and rejects invalid ones by name', () => {
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

test('gives other processes five seconds to take over if there can be others', () => {
  expect(readConfig({}).drain).toBe(0)
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/pursuit' }).drain).toBe(5000)
  expect(readConfig({ PURSUIT_SHUTDOWN_GRACE_SECONDS: '0.5' }).drain).toBe(500)
  for (const value of ['', 'soon', '-1', '301'])
    expect(() => readConfig({ PURSUIT_SHUTDOWN_GRACE_SECONDS: value }), value).toThrow(
      `PURSUIT_SHUTDOWN_GRACE_SECONDS is “${value}”. It must be a number of seconds from 0 to 300.`,
    )
})

test('accepts one database address, or two behind a pooler', () => {
  const [pooler, direct] = ['postgres://localhost:6432/pursuit', 'postgresql://localhost/pursuit']
  expect(readConfig({ DATABASE_URL: pooler })).toMatchObject({ databaseUrl: pooler, databaseDirectUrl: undefined })
  expect(readConfig({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: direct })).toMatchObject({
    databaseUrl: pooler,
    databaseDirectUrl: direct,
  })
  for (const value of ['mysql://localhost/pursuit', 'localhost/pursuit', 'postgres://me:a#b@localhost:x/y'])
    expect(() => readConfig({ DATABASE_URL: pooler, DATABASE_DIRECT_URL: value }), value).toThrow(
      /^DATABASE_DIRECT_URL must /,
    )
  expect(() => readConfig({ DATABASE_DIRECT_URL: direct })).toThrow('set only DATABASE_URL')
})

test('accepts a database address with several hosts and checks each of them', () => {
  const both = 'postgres://me:secret@one:5432,two:5433/pursuit'
  expect(readConfig({ DATABASE_URL: both }).databaseUrl).toBe(both)
  expect(() => readConfig({ DATABASE_URL: 'postgres://me:secret@one:5432,two:x/pursuit' })).toThrow(
    /^DATABASE_URL must look like/,
  )
})

test('requires an address and a key together for a video hosting service', () => {
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

test('requires an address and a key together for an external dashboard', () => {
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

test('checks the Firebase account file at startup and never quotes it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-config-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = (text: string) => {
    const path = join(folder, `${randomUUID()}.json`)
    writeFileSync(path, text)
    return path
  }
  const pem = (type: 'rsa' | 'ec') =>
    (type === 'rsa'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' })
    ).privateKey
      .export({ type: 'pkcs8', format: 'pem' })
      .toString()
  const account = {
    client_email: 'pushes@phones.example',
    private_key: pem('rsa'),
    token_uri: 'https://oauth2.googleapis.com/token',
    project_id: 'phones',
  }
  const right = file(JSON.stringify({ type: 'service_account', private_key_id: 'x', ...account }))
  expect(readConfig({}).fcm).toBeNull()
  expect(readConfig({ PURSUIT_FCM_ACCOUNT: right }).fcm).toEqual({ account, url: undefined })
  const inside = { PURSUIT_FCM_ACCOUNT: right, PURSUIT_FCM_URL: 'http://localhost:4100' }
  expect(readConfig({ ...inside, PURSUIT_OUTBOUND_ALLOWLIST: 'http://localhost:4100' }).fcm?.url).toBe(
    'http://localhost:4100',
  )
  const sentenceOf = (env: NodeJS.ProcessEnv) => {
    try {
      readConfig(env)
    } catch (error) {
      expect(error).toBeInstanceOf(StartupError)
      return (error as Error).message
    }
    throw new Error(`It starts with ${JSON.stringify(env)}.`)
  }
  const missing = join(folder, 'missing.json')
  expect(sentenceOf({ PURSUIT_FCM_ACCOUNT: missing })).toBe(
    `PURSUIT_FCM_ACCOUNT names ${missing}, which can’t be read: ENOENT.`,
  )
  const odd = file('SECRET {')
  expect(sentenceOf({ PURSUIT_FCM_ACCOUNT: odd })).toBe(`PURSUIT_FCM_ACCOUNT names ${odd}, which isn’t JSON.`)
  const half = file(JSON.stringify({ ...account, private_key: 'SECRET', project_id: undefined }))
  expect(sentenceOf({ PURSUIT_FCM_ACCOUNT: half })).toBe(
    `PURSUIT_FCM_ACCOUNT must name the JSON file of a service account’s key: in ${half}, it lacks a private_key and a project_id that can be used.`,
  )
  const lacking = [
    { client_email: 'SECRET' },
    { private_key: pem('ec') },
    { token_uri: 'SECRET' },
    { token_uri: 'http://SECRET.example/token' },
    { project_id: 'SECRET/../x' },
  ]
  for (const part of lacking) {
    const sentence = sentenceOf({ PURSUIT_FCM_ACCOUNT: file(JSON.stringify({ ...account, ...part })) })
    expect(sentence).toContain('PURSUIT_FCM_ACCOUNT')
    expect(sentence).not.toMatch(/secret|BEGIN/i)
  }
  expect(sentenceOf({ PURSUIT_FCM_ACCOUNT: file('[]') })).toContain('it holds no account')
  expect(sentenceOf({ PURSUIT_FCM_URL: 'https://fcm.example' })).toContain('without PURSUIT_FCM_ACCOUNT')
  expect(sentenceOf(inside)).toContain('PURSUIT_OUTBOUND_ALLOWLIST')
  expect(sentenceOf({ ...inside, PURSUIT_FCM_URL: 'https://fcm.example/v1' })).toContain('without a path')
})

test('accepts a local port, or an address with a port, for metrics', () => {
  expect(readConfig({})).toMatchObject({ metrics: null, logLevel: 'error' })
  expect(readConfig({ PURSUIT_METRICS: '9464', PURSUIT_LOG: 'info' })).toMatchObject({
    metrics: { host: '127.0.0.1', port: 9464 },
    logLevel: 'info',
  })
  expect(readConfig({ PURSUIT_METRICS: '0.0.0.0:9464' }).metrics).toEqual({ host: '0.0.0.0', port: 9464 })
  expect(readConfig({ PURSUIT_METRICS: '[::1]:9464' }).metrics).toEqual({ host: '::1', port: 9464 })
  for (const value of ['yes', '70000', ':9464', 'http://localhost:9464', '-1'])
    expect(() => readConfig({ PURSUIT_METRICS: value }), value).toThrow('PURSUIT_METRICS')
  expect(() => readConfig({ PURSUIT_LOG: 'debug' })).toThrow('PURSUIT_LOG')
})

test('reads the settings of email filing, which is off without a domain', () => {
  expect(readConfig({}).filing).toBeNull()
  const domain = { PURSUIT_FILING_DOMAIN: 'File.Firm.example' }
  const listening = { ...domain, PURSUIT_FILING_PORT: '2525' }
  expect(
    readConfig({ ...listening, HOST: '0.0.0.0', PURSUIT_MAIL_FROM: 'Pursuit <Pursuit@firm.example>' }).filing,
  ).toEqual({
    domain: 'file.firm.example',
    listen: { host: '0.0.0.0', port: 2525 },
    tls: null,
    key: null,
    gateway: null,
    nameServers: [],
    ownSender: 'pursuit@firm.example',
  })
  const key = 'k'.repeat(24)
  expect(
    readConfig({
      ...domain,
      PURSUIT_FILING_KEY: key,
      PURSUIT_FILING_GATEWAY: 'MX.firm.example',
      PURSUIT_FILING_GATEWAY_IPS: '192.0.2.1, 2001:db8::/32',
      PURSUIT_DNS_SERVERS: '192.0.2.53:53',
    }).filing,
  ).toMatchObject({
    listen: null,
    key,
    gateway: { name: 'mx.firm.example', networks: ['192.0.2.1', '2001:db8::/32'] },
    nameServers: ['192.0.2.53:53'],
  })
  const wrong: [NodeJS.ProcessEnv, string][] = [
    [{ PURSUIT_FILING_PORT: '25' }, 'PURSUIT_FILING_PORT has no effect without PURSUIT_FILING_DOMAIN'],
    [domain, 'no email can arrive'],
    [{ ...listening, PURSUIT_FILING_DOMAIN: 'firm' }, 'PURSUIT_FILING_DOMAIN'],
    [{ ...domain, PURSUIT_FILING_PORT: 'smtp' }, 'PURSUIT_FILING_PORT'],
    [{ ...domain, PURSUIT_FILING_KEY: 'short' }, 'at least 24 characters'],
    [{ ...listening, PURSUIT_FILING_CERTIFICATE: '/x.pem' }, 'belong together'],
    [{ ...listening, PURSUIT_FILING_GATEWAY: 'a b' }, 'PURSUIT_FILING_GATEWAY'],
    [{ ...listening, PURSUIT_FILING_GATEWAY_IPS: '192.0.2.1' }, 'without PURSUIT_FILING_GATEWAY'],
    ...['192.0.2.1/33', 'mx.firm.example', '1.2.3', '::/129'].map((one): [NodeJS.ProcessEnv, string] => [
      { ...listening, PURSUIT_FILING_GATEWAY: 'mx', PURSUIT_FILING_GATEWAY_IPS: one },
      `“${one}”`,
    ]),
  ]
  for (const [env, sentence] of wrong) expect(() => readConfig(env), sentence).toThrow(sentence)
})
