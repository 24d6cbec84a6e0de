// Node's --watch also watches every file of every package, which slows down each start.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

const places = ['app', 'core', 'features', 'database']
/** Milliseconds to wait, because editors write a file in several steps. */
const SETTLED = 40
/** Milliseconds to stop. A killed server loses nothing that it has acknowledged. */
const PATIENCE = 1000

/** Client files and tests don't restart the server. Paths are relative to the root. */
export const isOfServer = (path: string): boolean =>
  /\.(ts|mjs|sql|json)$/.test(path) && !/\/client(\/|\.)|^core\/ui\/|\/testing\/|\.(test|e2e|d)\.ts$/.test(path)

/** Call the returned function to stop. */
export function runServer(root: string, env: NodeJS.ProcessEnv): () => Promise<void> {
  let server = start()
  let restarting: Promise<void> | null = null
  let isStale = false
  let isOver = false

  function start(): ChildProcess {
    const child = spawn(process.execPath, ['app/server.ts'], { cwd: root, stdio: 'inherit', env })
    child.once('exit', (code) => {
      if (code) console.error('The server stopped. It restarts when you save one of its files.')
    })
    return child
  }
  async function restart(): Promise<void> {
    while (isStale && !isOver) {
      isStale = false
      await end(server)
      if (!isOver) server = start()
    }
    restarting = null
  }
  const stopWatching = watchBelow(root, (path) => {
    if (!isOfServer(path)) return
    isStale = true
    restarting ??= settle().then(restart)
  })
  return async () => {
    isOver = true
    stopWatching()
    await restarting
    await end(server)
  }
}

const settle = () => new Promise((resolve) => setTimeout(resolve, SETTLED))

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  const impatience = setTimeout(() => server.kill('SIGKILL'), PATIENCE)
  await ended
  clearTimeout(impatience)
}

/** Reports files that are written, added, or removed. Call the returned function to stop. */
function watchBelow(root: string, hear: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  function add(folder: string): void {
    if (watchers.has(folder)) return
    const watcher = watch(join(root, folder), (_, name) => {
      if (name === null) return
      const path = `${folder}/${name}`
      if (!name.includes('.')) addAll(path)
      hear(path)
    })
    // A removed folder is no longer watched.
    watcher.on('error', () => forget(folder))
    watchers.set(folder, watcher)
  }
  function forget(folder: string): void {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }
  function addAll(folder: string): void {
    try {
      add(folder)
      for (const entry of readdirSync(join(root, folder), { withFileTypes: true }))
        if (entry.isDirectory()) addAll(`${folder}/${entry.name}`)
    } catch {
      // The file was removed in the meantime.
      forget(folder)
    }
  }
  for (const place of places) addAll(place)
  return () => {
    for (const watcher of watchers.values()) watcher.close()
  }
}
