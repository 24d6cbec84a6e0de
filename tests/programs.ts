// Before the first test of a run that was not started by `npm test`: the programs it may need. What can't be had fails the tests that need it, and no others.
import { installPrograms } from '#tools/programs.ts'

export function seeToPrograms(): void {
  try {
    installPrograms()
  } catch (error) {
    console.error((error as Error).message)
  }
}

export default seeToPrograms
