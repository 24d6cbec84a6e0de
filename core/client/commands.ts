// Commands that the shell sends to the open page. The search field sends 'search'.
import { useEffect, useRef } from 'react'

export type Command = 'search'

const doers = new Map<Command, () => void>()
let awaited: Command | null = null

/** Returns whether a page offered the command. Otherwise the next page that offers it runs it. */
export function runCommand(command: Command): boolean {
  const doer = doers.get(command)
  awaited = doer ? null : command
  doer?.()
  return doer !== undefined
}

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
