// Sends many emails over several connections, but completes only one at a time.
import { setTimeout as wait } from 'node:timers/promises'
import { deliverySentence, NotTaken, retryWrite, Undeliverable } from './deliveries.ts'
import type { Origin } from './links.ts'
import { type NamedMessage, writeToOutbox } from './outbox.ts'
import { type Mail, openLine, type SmtpLine } from './smtpConnection.ts'

/** From `sending` on, the email can have arrived. */
export type KnownRecipients = 'waiting' | 'sending' | 'sent' | 'failed' | 'doubt'
/** `waiting`: not accepted this time. */
export type DeliveryNote = { id: string; state: KnownRecipients; problem: string }

export type BulkMail = {
  id: string
  /** File name in the local outbox. */
  named: NamedMessage
  /** Called shortly before the email's turn. Throws `Undeliverable`. */
  compose: () => Mail | Promise<Mail>
}

export type Bulk = {
  /**
   * Sends what can be sent now. `note` records outcomes in one commit and returns the IDs in the expected state: rows
   * that aren't `waiting` belong to another process. Throws `ConnectionFailed` and any error of `note`. The signal returns
   * pending emails to the queue.
   */
  send: (
    mails: readonly BulkMail[],
    note: (notes: DeliveryNote[]) => Promise<ReadonlySet<string>>,
    signal: AbortSignal,
  ) => Promise<void>
  close: () => void
}

export type BulkEmailSettings = {
  origin: Origin
  /** See `MailOptions`. */
  from?: string | undefined
  smtpUrl?: string | undefined
  /** The local outbox, used without SMTP. */
  directory: string
  /** Maximum emails per second and process. */
  perSecond?: number | undefined
  /** Connections to the SMTP server. */
  lines?: number | undefined
}

const LINES = 10
/** Milliseconds before an unused connection closes. */
const KEPT = 5000

class Superseded extends Error {}

export const openBulk = ({ smtpUrl, directory, lines, perSecond }: BulkEmailSettings): Bulk =>
  smtpUrl ? overLines({ smtpUrl, lines, perSecond }) : intoOutbox(directory)

/** Writing an email again produces the same file. */
const intoOutbox = (directory: string): Bulk => ({
  close() {},
  async send(mails, note, signal) {
    const notes: DeliveryNote[] = []
    for (const { id, named, compose } of mails) {
      if (signal.aborted) break
      try {
        await writeToOutbox(directory, 'mail', named, (await compose()).bytes)
        notes.push({ id, state: 'sent', problem: '' })
      } catch (error) {
        notes.push(noteOf(id, error as Error, false))
      }
    }
    await note(notes)
  },
})

type Lines = { smtpUrl: string } & Pick<BulkEmailSettings, 'lines' | 'perSecond'>

function overLines({ smtpUrl, lines = LINES, perSecond }: Lines): Bulk {
  const free: SmtpLine[] = []
  const turns = openTurns()
  const pace = paceOf(perSecond)
  let closing: NodeJS.Timeout | undefined
  const close = () => {
    clearTimeout(closing)
    for (const line of free.splice(0)) line.close()
  }
  const lineAt = async (signal: AbortSignal) => {
    for (let kept = free.pop(); kept; kept = free.pop()) if (kept.isOpen()) return { line: kept, isUsed: true }
    return { line: await openLine(smtpUrl, signal), isUsed: false }
  }

  return {
    close,
    async send(mails, note, signal) {
      clearTimeout(closing)
      const ledger = openLedger(note)
      let isDown: Error | undefined
      let next = 0

      async function sendOne(mail: BulkMail): Promise<void> {
        const { line, isUsed } = await lineAt(signal)
        const cutting = new AbortController()
        const cut = () => cutting.abort()
        let isPast = false
        let endTurn = () => {}
        const speak = async () => {
          endTurn = await turns.take()
          await pace(signal)
          signal.throwIfAborted()
          if (!line.isOpen()) throw new NotTaken('The mail server closed the connection before it had the whole email.')
          // From here on it can't be canceled.
          signal.removeEventListener('abort', cut)
          if (!(await ledger.say(mail.id))) throw new Superseded()
          isPast = true
        }
        let speaking: Promise<void> | undefined
        const lastWord = () => {
          speaking = speak()
          return speaking
        }
        signal.addEventListener('abort', cut, { once: true })
        try {
          await line.give(await mail.compose(), lastWord, cutting.signal)
          ledger.add({ id: mail.id, state: 'sent', problem: '' })
          free.push(line)
        } catch (error) {
          // If the connection breaks during this write, its outcome is only known afterwards.
          await speaking?.catch(() => {})
          if (line.isOpen()) free.push(line)
          if (error instanceof Superseded || (signal.aborted && !isPast)) return
          // Servers close connections that were idle or reached their email limit.
          if (isUsed && !isPast && !line.isOpen() && !(error instanceof Undeliverable)) return sendOne(mail)
          ledger.add(noteOf(mail.id, error as Error, isPast))
        } finally {
          signal.removeEventListener('abort', cut)
          // Recorded together with the next email's `sending` state, or now without a next one.
          if (!turns.isAwaited()) await ledger.flush().finally(endTurn)
          else endTurn()
        }
      }
      async function walk(): Promise<void> {
        while (!signal.aborted && !isDown && next < mails.length)
          await sendOne(mails[next++]!).catch((error) => {
            isDown ??= error as Error
          })
      }
      await Promise.all(Array.from({ length: Math.min(lines, mails.length) }, walk))
      await ledger.flush()
      closing = setTimeout(close, KEPT)
      if (isDown && !signal.aborted) throw isDown
    },
  }
}

function noteOf(id: string, error: Error, isPast: boolean): DeliveryNote {
  const problem = deliverySentence(error)
  if (error instanceof Undeliverable) return { id, state: 'failed', problem }
  return { id, state: isPast && !(error instanceof NotTaken) ? 'doubt' : 'waiting', problem }
}

function openLedger(note: (notes: DeliveryNote[]) => Promise<ReadonlySet<string>>) {
  let known: DeliveryNote[] = []
  const write = async (more: DeliveryNote[]): Promise<ReadonlySet<string>> => {
    const before = known
    known = []
    try {
      return await retryWrite(() => note([...before, ...more]))
    } catch (error) {
      known = [...before, ...known]
      throw error
    }
  }
  return {
    add: (one: DeliveryNote) => void known.push(one),
    /** Records `sending` and returns whether the email can be completed. */
    say: async (id: string) => (await write([{ id, state: 'sending', problem: '' }])).has(id),
    async flush() {
      if (known.length > 0) await write([])
    },
  }
}

/** Completes one email at a time per process, so that a crash leaves at most one unconfirmed. */
function openTurns() {
  let last: Promise<void> = Promise.resolve()
  let awaited = 0
  return {
    isAwaited: () => awaited > 0,
    async take(): Promise<() => void> {
      const before = last
      const { promise, resolve } = Promise.withResolvers<void>()
      last = promise
      awaited++
      await before
      awaited--
      return resolve
    },
  }
}

function paceOf(perSecond: number | undefined): (signal: AbortSignal) => Promise<void> {
  if (!perSecond) return async () => {}
  let free = 0
  return async (signal) => {
    const now = performance.now()
    const ahead = free - now
    free = Math.max(now, free) + 1000 / perSecond
    if (ahead > 0) await wait(ahead, undefined, { signal })
  }
}
