// A thread that inspects one email after another. See `inspectors.ts`.
import { parentPort } from 'node:worker_threads'
import { freezeObjectPrototype } from '#core/server/freezePrototype.ts'
import { inspectMessage, type MessageToInspect } from './inspectMessage.ts'

freezeObjectPrototype()

parentPort!.on('message', async (given: MessageToInspect) => {
  try {
    parentPort!.postMessage({ done: await inspectMessage(given) })
  } catch {
    // The error can contain parts of the email.
    parentPort!.postMessage({ done: { problem: 'unreadable' } })
  }
})
