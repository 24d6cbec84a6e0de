// A session of the classic WebDriver protocol (https://www.w3.org/TR/webdriver2/), the only one that WebKitWebDriver has.

/** Names an element in a response, as the protocol defines it. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'

export type WebDriver = Awaited<ReturnType<typeof openWebDriver>>

/** `server` is the driver's URL. */
export async function openWebDriver(server: string, capabilities: object) {
  const { sessionId } = (await send(server, 'POST', 'session', { capabilities: { alwaysMatch: capabilities } })) as {
    sessionId: string
  }
  const session = `${server}/session/${sessionId}`
  const post = (command: string, body: object = {}) => send(session, 'POST', command, body)
  return {
    open: (url: string) => post('url', { url }),
    reload: () => post('refresh'),
    /** Returns the script's value as JSON, and awaits a promise. */
    run: (script: string) => post('execute/sync', { script: `return ${script}`, args: [] }),
    setWindow: (frame: { x: number; y: number; width: number; height: number }) => post('window/rect', frame),
    /** Returns the ID of an element that a script returned, or null for any other value. */
    elementIn: (value: unknown): string | null => (value as Record<string, string> | null)?.[ELEMENT] ?? null,
    click: (element: string) => post(`element/${element}/click`),
    /** Types into the focused element. */
    async type(text: string) {
      const focused = (await send(session, 'GET', 'element/active')) as Record<string, string>
      await post(`element/${focused[ELEMENT]}/value`, { text })
    },
    /** Returns a PNG as base64. */
    picture: async () => (await send(session, 'GET', 'screenshot')) as string,
    quit: () => send(server, 'DELETE', `session/${sessionId}`),
  }
}

async function send(address: string, method: string, command: string, body?: object): Promise<unknown> {
  const response = await fetch(`${address}/${command}`, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await response.json()) as { value: { error: string; message: string } | null }
  if (!response.ok) throw new Error(`${value?.error}: ${value?.message}`)
  return value
}
