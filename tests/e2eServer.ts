// Runs servers alongside a file's tests and configures Pursuit with their addresses.
import { test } from './browser.ts'
import { openReceiver, type Receiver } from './receiver.ts'

type Beside<S> = {
  start: () => Promise<S>
  /** Returns the environment variables that configure it. */
  environment: (server: S) => Record<string, string>
  end: (server: S) => Promise<unknown>
}

/** Returns a function that gets the server once tests run. */
export function withE2eServer<S>({ start, environment, end }: Beside<S>): () => S {
  let server: S
  let told: Record<string, string> = {}
  test.beforeAll(async () => {
    server = await start()
    told = environment(server)
    Object.assign(process.env, told)
  })
  test.afterAll(async () => {
    for (const name of Object.keys(told)) delete process.env[name]
    await end(server)
  })
  return () => server
}

export const receiverBesideStories = (): (() => Receiver) =>
  withE2eServer({
    start: () => openReceiver(),
    environment: ({ origin }) => ({ PURSUIT_OUTBOUND_ALLOWLIST: origin }),
    end: (receiver) => receiver.close(),
  })
