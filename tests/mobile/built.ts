// Builds the mobile app once per run, by the first worker that needs it.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { runFolder } from '#tests/sharedStoryServer.ts'
import { installMobile } from '#tools/mobilePackages.mjs'
import { buildMobile } from '../../wrappers/mobile/build.ts'

/** Returns its folder, removed when the run ends. Throws a failed build's output. */
export async function builtWrapper(): Promise<string> {
  const folder = join(runFolder(), 'mobile')
  const outcome = join(runFolder(), 'mobile.outcome')
  if (!isFirst(join(runFolder(), 'mobile.taken'))) {
    while (!existsSync(outcome)) await setTimeout(50)
    const problem = readFileSync(outcome, 'utf8')
    if (problem) throw new Error(problem)
    return folder
  }
  try {
    await installMobile()
    await buildMobile({ directory: folder, isForDevelopers: true })
    writeFileSync(outcome, '')
    return folder
  } catch (error) {
    writeFileSync(outcome, (error as Error).message)
    throw error
  }
}

function isFirst(mark: string): boolean {
  try {
    mkdirSync(mark)
    return true
  } catch {
    return false
  }
}
