import type { Database } from '../database/open.ts'
import type { ProcessSeen } from '../processes.ts'

export type CheckState = 'ok' | 'warn' | 'bad'
export type CheckResult = {
  state: CheckState
  /** The finding in one sentence. */
  says: string
  /** A fix for the problem, or empty if there is none. */
  advice: string
}
export type RunCheck = CheckResult & {
  name: string
  label: string
  /** Anchor of a heading in `docs/operations.md`, or empty. */
  help: string
}

/** `processes` loads once for all checks. */
type Look = (database: Database, processes: () => Promise<ProcessSeen[]>) => Promise<CheckResult>
export type HealthCheckDefinition = Pick<RunCheck, 'name' | 'label' | 'help'> & { look: Look }

export const MB = 1024 ** 2
export const GB = 1024 ** 3

export const ok = (says: string): CheckResult => ({ state: 'ok', says, advice: '' })
export const warn = (says: string, advice: string): CheckResult => ({ state: 'warn', says, advice })
export const bad = (says: string, advice: string): CheckResult => ({ state: 'bad', says, advice })
/** Bad from `worst`, a warning from `much`. */
export const by = (
  amount: number,
  [much, worst]: readonly [number, number],
  says: string,
  advice: string,
): CheckResult => (amount >= worst ? bad(says, advice) : amount >= much ? warn(says, advice) : ok(says))

export const ageOf = (seconds: number) =>
  seconds < 120
    ? `${Math.round(seconds)} s`
    : seconds < 7200
      ? `${Math.round(seconds / 60)} min`
      : seconds < 172_800
        ? `${Math.round(seconds / 3600)} h`
        : `${Math.round(seconds / 86_400)} days`
export const formatBytes = (bytes: number) =>
  bytes >= GB ? `${(bytes / GB).toFixed(1)} GB` : `${Math.round(bytes / MB)} MB`
export const secondsSince = (instant: string) => Math.max(0, (Date.now() - Date.parse(instant)) / 1000)

export const AWAY = 'database-unavailable'
export const DISK = 'disk-full'
export const MAIL = 'email-not-sent'
export const WEBHOOK = 'webhooks-failing'
export const JOB = 'jobs-failing'
