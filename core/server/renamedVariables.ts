// Environment variables that were renamed. This version still reads their former names, and says so at the start.

/** Maps former names to new names. The next version removes these entries. */
export const renamedVariables: Readonly<Record<string, string>> = {
  PURSUIT_ALLOWED_HOSTS: 'PURSUIT_OUTBOUND_ALLOWLIST',
  PURSUIT_NEW_SECRET: 'PURSUIT_RESET_SECRET',
  PURSUIT_NAME_SERVERS: 'PURSUIT_DNS_SERVERS',
  PURSUIT_DRAIN: 'PURSUIT_SHUTDOWN_GRACE_SECONDS',
  PURSUIT_DIGEST_RATE: 'PURSUIT_DIGEST_PER_SECOND',
  PURSUIT_WRAPPER_ORIGINS: 'PURSUIT_APP_ORIGINS',
}

/** A variable under the name that the person set, which sentences about it use. The new name wins where both are set. */
export function readVariable(name: string, env: NodeJS.ProcessEnv): { name: string; text: string | undefined } {
  const [former] = Object.entries(renamedVariables).find(([, renamed]) => renamed === name) ?? []
  const set = env[name] === undefined && former && env[former] !== undefined ? former : name
  return { name: set, text: env[set] }
}

/** A sentence for each former name that is set. */
export function formerNameWarnings(env: NodeJS.ProcessEnv): string[] {
  return Object.entries(renamedVariables).flatMap(([former, name]) => {
    if (env[former] === undefined) return []
    return env[name] === undefined
      ? [`${former} is now ${name}. Rename it, because the next version of Pursuit won’t read the old name.`]
      : [`${former} has no effect, because ${name} is set. Remove ${former}.`]
  })
}
