// A Postfix of its own, in a temporary folder, that passes email for the filing domain on. It needs root, as Postfix does.
import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tools/postgres.ts'
import { pathOf } from '#tools/programs.ts'

export type Postfix = {
  port: number
  /** Lines of its log. */
  log: () => string
  /** Messages that are still in its queue. */
  queued: () => string[]
  /** Tries to send them again now. */
  flush: () => void
  stop: () => void
}

const services = (port: number, more: string) => `
127.0.0.1:${port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
proxywrite unix - - n - 1 proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
${more}`

type Options = { domain: string; transport: string; settings?: string; services?: string }

export async function startPostfix({
  domain,
  transport,
  settings = '',
  services: more = '',
}: Options): Promise<Postfix> {
  const folder = mkdtempSync(join(tmpdir(), 'pursuit-postfix-'))
  chmodSync(folder, 0o755)
  const [config, queue, store] = ['config-', 'queue-', 'store-'].map((name) => {
    const made = mkdtempSync(join(folder, name))
    chmodSync(made, 0o755)
    return made
  }) as [string, string, string]
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'postfix'], { encoding: 'utf8' })))
  chownSync(store, uid!, gid!)
  const port = await freePort()
  const log = join(folder, 'log')
  writeFileSync(
    join(config, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${queue}
data_directory = ${store}
maillog_file = ${log}
maillog_file_prefixes = ${tmpdir()}
myhostname = mx.hartwell.example
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
relay_domains = ${domain}
transport_maps = inline:{ ${domain}=${transport} }
relay_recipient_maps =
message_size_limit = 26214400
smtp_host_lookup = native
smtp_tls_security_level = may
smtp_tls_loglevel = 1
minimal_backoff_time = 1s
maximal_backoff_time = 1s
queue_run_delay = 1s
${settings}
`,
  )
  writeFileSync(join(config, 'master.cf'), services(port, more))
  const run = (...args: string[]) => execFileSync(pathOf('postfix'), ['-c', config, ...args], { stdio: 'pipe' })
  run('start')
  const tool = (name: string, ...args: string[]) =>
    execFileSync(join(pathOf('postfix'), '..', name), ['-c', config, ...args], { encoding: 'utf8' })
  return {
    port,
    log: () => readFileSync(log, 'utf8'),
    queued: () => tool('postqueue', '-j').split('\n').filter(Boolean),
    flush: () => void tool('postqueue', '-f'),
    stop() {
      run('stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
