// What the shell's controls and shortcuts ask of whichever page can do it: the search field asks for 'search'.
import { useEffect, useRef } from 'react'

export type Command = 'search'

const doers = new Map<Command, () => void>()
let awaited: Command | null = null

/** Runs the command where a page offers it, and answers whether one did. Otherwise the next page that offers it runs it. */
export function runCommand(command: Command): boolean {
  const doer = doers.get(command)
  awaited = doer ? null : command
  doer?.()
  return doer !== undefined
}

/** Offers a command for as long as the component is mounted. */
export function useCommand(command: Command, run: () => void) {
  const latest = useRef(run)
  latest.current = run
  useEffect(() => {
    const doer = () => latest.current()
    doers.set(command, doer)
    if (awaited === command) {
      awaited = null
      doer()
    }
    return () => {
      if (doers.get(command) === doer) doers.delete(command)
    }
  }, [command])
}
