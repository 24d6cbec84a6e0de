// Servers beside the stories of a file, of which the Pursuit that a story starts is told.
import { test } from './browser.ts'
import { openReceiver, type Receiver } from './receiver.ts'

type Beside<S> = {
  start: () => Promise<S>
  /** What the environment says of it. */
  environment: (server: S) => Record<string, string>
  end: (server: S) => Promise<unknown>
}

/** Answers how the stories get it, once they run. */
export function besideStories<S>({ start, environment, end }: Beside<S>): () => S {
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

/** A receiver of webhooks, which may be called. */
export const receiverBesideStories = (): (() => Receiver) =>
  besideStories({
    start: () => openReceiver(),
    environment: ({ origin }) => ({ PURSUIT_OUTBOUND_ALLOWLIST: origin }),
    end: (receiver) => receiver.close(),
  })
