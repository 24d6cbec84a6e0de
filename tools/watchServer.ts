// The server of `npm run dev`: started again when a file that it is made of was written. Node's own --watch has every file of every package told to it at each start.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { type FSWatcher, readdirSync, watch } from 'node:fs'
import { join } from 'node:path'

const places = ['app', 'core', 'features', 'database']
/** Milliseconds: editors write a file in several steps. */
const SETTLED = 40
/** Milliseconds that a server may take to stop; what it had acknowledged is kept also where it is killed. */
const PATIENCE = 1000

/** Whether a server runs on the file at this path from the root: not clients, tests, nor what tests share. */
export const isOfServer = (path: string): boolean =>
  /\.(ts|mjs|sql|json)$/.test(path) && !/\/client(\/|\.)|^core\/ui\/|\/testing\/|\.(test|e2e|d)\.ts$/.test(path)

/** Keeps a server running on what the files say; the answer ends it. */
export function runServer(root: string, env: NodeJS.ProcessEnv): () => Promise<void> {
  let server = start()
  let restarting: Promise<void> | null = null
  let isStale = false
  let isOver = false

  function start(): ChildProcess {
    const child = spawn(process.execPath, ['app/server.ts'], { cwd: root, stdio: 'inherit', env })
    child.once('exit', (code) => {
      if (code) console.error('The server has ended. It starts again when a file of it is written.')
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

/** Calls `hear` with the path of each file that is written, added or removed. The answer ends it. */
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
    // A folder that has gone is watched no more.
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
      // It has gone again.
      forget(folder)
    }
  }
  for (const place of places) addAll(place)
  return () => {
    for (const watcher of watchers.values()) watcher.close()
  }
}
