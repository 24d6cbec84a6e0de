// Programs that tests need and npm does not bring: found on the machine, otherwise installed from Debian.
import { execFile, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

/** The first of `names` that is on the path, as an absolute path. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Installs a Debian package. Throws a sentence that says what to do by hand where that is not possible. */
export function installFromDebian(name: string, neededFor: string): void {
  const byHand = `${neededFor} needs the program '${name}', which is not on this machine.`
  if (!existsSync('/etc/debian_version') || !findProgram('apt-get'))
    throw new Error(`${byHand} Install it with your system's packages and run the command again.`)
  const isRoot = process.getuid?.() === 0
  const asRoot = isRoot ? [] : ['sudo', '-n']
  if (!isRoot && (!findProgram('sudo') || spawnSync('sudo', ['-n', 'true']).status !== 0))
    throw new Error(`${byHand} Run 'sudo apt-get install ${name}' and then the command again.`)
  console.log(`${byHand} Installing it with apt-get …`)
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args: string[]) => {
    const [program = 'apt-get', ...rest] = [...asRoot, 'apt-get', '-q', '-y', ...args]
    return spawnSync(program, rest, { encoding: 'utf8', env: environment })
  }
  aptGet('update')
  const installed = aptGet('install', '--no-install-recommends', name)
  if (installed.status !== 0)
    throw new Error(
      `${installed.stdout}${installed.stderr}\n${byHand} apt-get could not install it; its words are above.`,
    )
}

/** What a program of Debian's package says, which is installed when it is not there. Throws what it complains of. */
export function runDebian(program: string, args: string[], packageName: string, neededFor: string): string {
  if (!findProgram(program)) installFromDebian(packageName, neededFor)
  const ran = spawnSync(findProgram(program) ?? program, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  if (ran.status !== 0) throw new Error(`${program} failed: ${ran.error?.message ?? ran.stderr}`)
  return ran.stdout
}

/** As runDebian, for a program that talks to this process meanwhile. */
export async function runDebianLater(
  program: string,
  args: string[],
  packageName: string,
  neededFor: string,
): Promise<string> {
  if (!findProgram(program)) installFromDebian(packageName, neededFor)
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  const { stdout } = await promisify(execFile)(findProgram(program) ?? program, args, { encoding: 'utf8', env })
  return stdout
}
