// `npm run dev` runs the server behind Vite with hot reload, and restarts it when its sources change.
import { join } from 'node:path'
import { createServer } from 'vite'
import { freePort } from './postgres.ts'
import { runServer } from './watchServer.ts'

const root = join(import.meta.dirname, '..')
const port = Number(process.env.PORT ?? 3000)
const target = `http://127.0.0.1:${await freePort()}`

const stopServer = runServer(root, { ...process.env, PORT: new URL(target).port })
const vite = await createServer({
  configFile: join(root, 'vite.config.ts'),
  server: {
    port,
    strictPort: true,
    proxy: { '/api': { target }, '/kpi/figures': { target }, '/healthz': { target }, '/meta.json': { target } },
  },
})

let isStopping = false
// The terminal and npm each send Ctrl-C.
async function stop(code: number) {
  if (isStopping) return
  isStopping = true
  await Promise.all([stopServer(), vite.close()])
  process.exit(code)
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop(0))

try {
  await vite.listen()
  console.log(`With hot reload: http://localhost:${port} (the address above is the server behind it)`)
} catch (error) {
  console.error(
    error instanceof Error && /already in use/.test(error.message)
      ? `Port ${port} is in use by another program. Choose another one with PORT=…`
      : error,
  )
  await stop(1)
}
