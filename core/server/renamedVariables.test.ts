import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { formerNameWarnings, readVariable, renamedVariables } from './renamedVariables.ts'

const read = (env: NodeJS.ProcessEnv) => {
  const warnings: string[] = []
  return { config: readConfig(env, (warning) => warnings.push(warning)), warnings }
}

test('reads settings under their new names without a warning', () => {
  const { config, warnings } = read({
    PURSUIT_OUTBOUND_ALLOWLIST: 'id.firm.example',
    PURSUIT_RESET_SECRET: '1',
    PURSUIT_DNS_SERVERS: '192.0.2.1:53, 192.0.2.2:53',
    PURSUIT_SHUTDOWN_GRACE_SECONDS: '3',
    PURSUIT_DIGEST_PER_SECOND: '7',
    PURSUIT_APP_ORIGINS: 'https://app.example',
  })
  expect(config).toMatchObject({
    allowedHosts: ['id.firm.example'],
    isNewSecret: true,
    nameServers: ['192.0.2.1:53', '192.0.2.2:53'],
    drain: 3000,
    digestRate: 7,
    wrapperOrigins: ['https://app.example'],
  })
  expect(warnings).toEqual([])
})

test('reads settings under their former names and warns with the new ones', () => {
  const { config, warnings } = read({
    PURSUIT_ALLOWED_HOSTS: 'id.firm.example',
    PURSUIT_NEW_SECRET: '1',
    PURSUIT_NAME_SERVERS: '192.0.2.1:53',
    PURSUIT_DRAIN: '3',
    PURSUIT_DIGEST_RATE: '7',
    PURSUIT_WRAPPER_ORIGINS: 'https://app.example',
  })
  expect(config).toMatchObject({
    allowedHosts: ['id.firm.example'],
    isNewSecret: true,
    nameServers: ['192.0.2.1:53'],
    drain: 3000,
    digestRate: 7,
    wrapperOrigins: ['https://app.example'],
  })
  expect(warnings).toHaveLength(6)
  for (const [former, name] of Object.entries(renamedVariables))
    expect(warnings).toContain(
      `${former} is now ${name}. Rename it, because the next version of Pursuit won’t read the old name.`,
    )
})

test('takes the new name where both are set and warns that the former one has no effect', () => {
  const { config, warnings } = read({ PURSUIT_DRAIN: '3', PURSUIT_SHUTDOWN_GRACE_SECONDS: '4' })
  expect(config.drain).toBe(4000)
  expect(warnings).toEqual([
    'PURSUIT_DRAIN has no effect, because PURSUIT_SHUTDOWN_GRACE_SECONDS is set. Remove PURSUIT_DRAIN.',
  ])
  expect(
    readVariable('PURSUIT_SHUTDOWN_GRACE_SECONDS', { PURSUIT_DRAIN: '3', PURSUIT_SHUTDOWN_GRACE_SECONDS: '' }),
  ).toEqual({ name: 'PURSUIT_SHUTDOWN_GRACE_SECONDS', text: '' })
})

test('names the variable that the person set in its errors', () => {
  const wrong = {
    PURSUIT_ALLOWED_HOSTS: 'a b',
    PURSUIT_OUTBOUND_ALLOWLIST: 'a b',
    PURSUIT_DRAIN: 'soon',
    PURSUIT_SHUTDOWN_GRACE_SECONDS: 'soon',
    PURSUIT_DIGEST_RATE: 'many',
    PURSUIT_DIGEST_PER_SECOND: 'many',
  }
  for (const [name, text] of Object.entries(wrong))
    expect(() => read({ [name]: text })).toThrow(new RegExp(`^${name} (is|contains) “`))
})

test('has no warning for an environment without former names', () => {
  expect(formerNameWarnings({ PURSUIT_URL: 'https://pursuit.firm.example' })).toEqual([])
})
